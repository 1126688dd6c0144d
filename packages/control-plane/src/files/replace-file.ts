import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncDirectory } from './sync-directory.ts';
import { type FileAccess, writeTemporary } from './temporary-file.ts';

/**
 * Puts a new content in the place of a file, in one step that readers see whole, and on the disk when this returns. Takes
 * a plain path: a symbolic link would be replaced by a file.
 */
export function replaceFile(path: string, text: string, access?: FileAccess): void {
  const temporary = writeTemporary(path, text, access);
  try {
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncDirectory(dirname(path));
}
