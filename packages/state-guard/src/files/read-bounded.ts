import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/** What became of reading a file. */
export type FileRead =
  /** `changedAt`: when it was last written, in milliseconds of the epoch. */
  | { state: 'read'; bytes: Buffer; changedAt: number }
  | { state: 'missing' }
  /** It exists; `reason` is an errno name or a phrase that follows the file's name. */
  | { state: 'unreadable'; reason: string };

/** Reading a pipe or a terminal would wait for ever, or take it over. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** One buffer for all small files. */
const shared: Buffer = Buffer.allocUnsafeSlow(256 * 1024);

/**
 * Reads a regular file of at most `limit` bytes; never waits, never reads anything else. The bytes may lie in a buffer
 * that the next call reuses.
 *
 * @param path as text, or as bytes
 */
export function readBounded(path: string | Buffer, limit: number): FileRead {
  let fd: number;
  try {
    fd = openSync(path, FLAGS);
  } catch (error) {
    return failed(error as NodeJS.ErrnoException);
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) return { state: 'unreadable', reason: 'is not a regular file' };
    return stats.size > limit ? tooLarge(stats.size, limit) : readAll(fd, stats, limit);
  } catch (error) {
    return failed(error as NodeJS.ErrnoException);
  } finally {
    closeSync(fd);
  }
}

/** Reads on to the end, because the file may have grown since its size was taken. */
function readAll(fd: number, { size, mtimeMs }: Stats, limit: number): FileRead {
  let buffer = size < shared.length ? shared : Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const read = readSync(fd, buffer, length, buffer.length - length, null);
    if (read === 0) return { state: 'read', bytes: buffer.subarray(0, length), changedAt: mtimeMs };
    length += read;
    if (length > limit) return tooLarge(length, limit);
    if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
  }
}

function tooLarge(size: number, limit: number): FileRead {
  return { state: 'unreadable', reason: `has ${size} bytes, and more than ${limit} are not read` };
}

function failed({ code, message }: NodeJS.ErrnoException): FileRead {
  if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'missing' };
  // A socket cannot be opened.
  if (code === 'ENXIO') return { state: 'unreadable', reason: 'is not a regular file' };
  return { state: 'unreadable', reason: code ?? message };
}
