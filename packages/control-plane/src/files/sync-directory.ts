import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Puts the entries of a directory on the disk, so that a name made or removed in it survives a power cut. */
export function syncDirectory(path: string): void {
  // Windows cannot open a directory, and journals its entries itself.
  if (process.platform === 'win32') return;
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
