import { closeSync, fchmodSync, fchownSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ownerToken } from '../lock/owner.ts';

/** The permissions and the owner that a file is to have. */
export interface FileAccess {
  /** Permission bits. */
  mode: number;
  uid?: number;
  gid?: number;
}

const PRIVATE: FileAccess = { mode: 0o600 };

/**
 * Writes a file under a hidden name beside `path`, on the disk before this returns. Returns that name, which says whose it
 * is (see `sweepAbandoned`). On a failure no file stays.
 */
export function writeTemporary(path: string, text: string, access: FileAccess = PRIVATE): string {
  const temporary = join(dirname(path), `.${basename(path)}.${ownerToken()}.tmp`);
  const fd = openSync(temporary, 'wx', 0o600);
  try {
    try {
      writeAll(fd, Buffer.from(text, 'utf8'));
      if (access.uid !== undefined && access.gid !== undefined) fchownSync(fd, access.uid, access.gid);
      if (access !== PRIVATE) fchmodSync(fd, access.mode);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return temporary;
}

/** Writes every byte, however many calls it takes. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}
