import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { realPath } from '@mam/registry-paths';
import { GuardError } from '../../guard-error.ts';

/**
 * Puts a text in the place of a configuration, whole or not at all, with the mode and owner of what stood there. Behind a
 * link, the file that it leads to is replaced.
 * @throws GuardError (incomplete) when it cannot be written; then nothing has changed.
 */
export function replaceConfigFile(file: string, text: string): void {
  const target = realPath(file);
  const beside = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}`);
  try {
    const former = statSync(target, { throwIfNoEntry: false });
    writeFileSync(beside, text, { flag: 'wx' });
    if (former !== undefined) {
      chmodSync(beside, former.mode & 0o7777);
      if (former.uid !== process.getuid?.()) chownSync(beside, former.uid, former.gid);
    }
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    const why = (error as NodeJS.ErrnoException).code;
    throw new GuardError('incomplete', `The configuration ${JSON.stringify(file)} could not be written (${why}).`, {
      cause: error,
    });
  }
}
