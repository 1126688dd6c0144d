import { CliError } from './cli-error.ts';

/** The working directory at the start. @throws CliError (2) when it is gone. */
export function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw new CliError('The working directory does not exist any more; change to one that does.');
  }
}
