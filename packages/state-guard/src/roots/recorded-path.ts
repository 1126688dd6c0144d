import { isAbsolute } from 'node:path';

/** Where a recorded binding is read from. */
export interface RecordedOptions {
  /** The directory that relative recorded values are relative to; default this process's. */
  cwd?: string;
}

/**
 * A recorded value as an absolute path, not normalised: `..` after a link leads where the kernel goes, which is not what
 * joining the names gives.
 */
export function recordedPath(value: string, options: RecordedOptions = {}): string {
  return isAbsolute(value) ? value : `${options.cwd ?? currentDirectory(value)}/${value}`;
}

function currentDirectory(value: string): string {
  try {
    return process.cwd();
  } catch (cause) {
    const remedy = 'pass `cwd`, or record absolute paths';
    throw new Error(`The working directory, to which "${value}" is relative, no longer exists: ${remedy}.`, { cause });
  }
}
