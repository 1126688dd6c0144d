import { ConfigError, loadConfig } from '@mam/guard-session/config';
import { findCheckout } from '@mam/registry-paths';
import { CliError } from '../../cli-error.ts';
import { EXIT } from '../../exit-status.ts';
import { printable } from '../../output/printable.ts';
import { workingDirectory } from '../../working-directory.ts';

/** `mam config check`: problems go to stderr, a line each; returns the exit status. */
export function check(file: string | undefined): number {
  const cwd = workingDirectory();
  try {
    const config = loadConfig({ cwd, file });
    if (config === null) {
      throw new CliError(
        `There is no mam.config.yaml from ${printable(cwd)} up to the checkout, ${printable(findCheckout(cwd))}.`,
      );
    }
    process.stdout.write(`${printable(config.file)} is valid\n`);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const name = printable(error.file);
    for (const { line, column, message } of error.problems) {
      process.stderr.write(`${name}:${line}:${column}: ${message}\n`);
    }
    process.stderr.write(`mam: ${error.problems.length} ${error.problems.length === 1 ? 'problem' : 'problems'}\n`);
    return EXIT.usage;
  }
}
