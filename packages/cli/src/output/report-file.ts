import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { realPath } from '@mam/registry-paths';
import { CliError } from '../cli-error.ts';
import { EXIT } from '../exit-status.ts';

/**
 * Checks before the run that a report can be written where an option says.
 * @throws CliError (2) naming the option and what is wrong with the path.
 */
export function checkWritable(option: string, path: string): void {
  const name = `${option} ${JSON.stringify(path)}`;
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) throw new CliError(`${name} is a directory; give the path of a file.`);
    accessSync(stat && !stat.isFile() ? path : dirname(path), constants.W_OK);
  } catch (error) {
    if (error instanceof CliError) throw error;
    const why = (error as NodeJS.ErrnoException).code;
    throw new CliError(`${name} cannot be written (${why}); give a file in a directory that exists and is writable.`);
  }
}

/**
 * Writes a report whole or not at all. @throws CliError (4) in one sentence; nothing that was there is lost.
 */
export function writeReport(path: string, content: string | Uint8Array): void {
  writeWhole(path, content, 'The report', '; the verdict stands above');
}

/**
 * Writes a file whole or not at all: beside its place first, then renamed into it. A device or pipe is written to directly.
 * @throws CliError (4) in one sentence that begins with `what`
 */
export function writeWhole(path: string, content: string | Uint8Array, what: string, comfort = ''): void {
  // A link to a file stays, and so does the file's mode.
  const target = realPath(path);
  const beside = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}`);
  let direct = false;
  try {
    const stat = statSync(target, { throwIfNoEntry: false });
    direct = stat !== undefined && !stat.isFile();
    writeFileSync(direct ? target : beside, content);
    if (stat?.isFile()) chmodSync(beside, stat.mode);
    if (!direct) renameSync(beside, target);
  } catch (error) {
    if (!direct) discard(beside);
    const why = (error as NodeJS.ErrnoException).code;
    throw new CliError(`${what} ${JSON.stringify(path)} could not be written (${why})${comfort}.`, EXIT.incomplete);
  }
}

function discard(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made.
  }
}
