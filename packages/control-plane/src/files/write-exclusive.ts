import { linkSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncDirectory } from './sync-directory.ts';
import { writeTemporary } from './temporary-file.ts';

/**
 * Makes a file that is not there yet, 0600: whole and on the disk when this returns, absent when it throws. A file that
 * exists is never overwritten: EEXIST.
 */
export function writeExclusive(path: string, text: string): void {
  const temporary = writeTemporary(path, text);
  try {
    // A link, unlike a rename, refuses a name that is taken.
    linkSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  try {
    syncDirectory(dirname(path));
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}
