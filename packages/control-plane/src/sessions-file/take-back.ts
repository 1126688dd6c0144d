import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { removeDirectories } from '../files/private-directory.ts';
import { readText } from '../files/read-text.ts';
import { replaceFile } from '../files/replace-file.ts';
import { syncDirectory } from '../files/sync-directory.ts';
import { withLock } from '../lock/lock.ts';
import { accessOf } from './access.ts';
import type { SessionsDocument } from './document.ts';
import { type SessionsUpdate, updateSessionsFile } from './update.ts';

/**
 * Takes an update back. A file that nobody changed since gets its former text, or goes away when the update made it; in
 * one that others changed, `edit` takes back what was meant.
 */
export async function takeBack(done: SessionsUpdate, edit: (sessions: SessionsDocument) => void): Promise<void> {
  const restored = await withLock(done.path, (lock) => {
    const file = readText(done.path);
    if (file === null || file.text !== done.after) return false;
    lock.assertHeld();
    if (done.before !== null) {
      replaceFile(done.path, done.before, accessOf(file.stats));
    } else {
      rmSync(done.path);
      syncDirectory(dirname(done.path));
    }
    return true;
  });
  if (restored) removeDirectories(done.made);
  else await updateSessionsFile(done.path, edit);
}
