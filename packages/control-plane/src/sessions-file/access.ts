import type { Stats } from 'node:fs';
import type { FileAccess } from '../files/temporary-file.ts';

/** The mode and owner that a file has, for the one that takes its place. */
export function accessOf(stats: Stats): FileAccess {
  const mode = stats.mode & 0o777;
  const mine = stats.uid === process.geteuid?.() && stats.gid === process.getegid?.();
  return mine ? { mode } : { mode, uid: stats.uid, gid: stats.gid };
}
