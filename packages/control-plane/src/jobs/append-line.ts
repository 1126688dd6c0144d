import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../errors.ts';
import { syncDirectory } from '../files/sync-directory.ts';
import { writeAll } from '../files/temporary-file.ts';

const NEWLINE = 0x0a;

/**
 * Appends one whole line of JSON to a file that it makes 0600 if there is none; on the disk when this returns, and not
 * there at all when it throws. For the holder of the file's lock. A line that a killed writer left half is dropped.
 */
export function appendLine(path: string, line: string): void {
  const { fd, created } = open(path);
  let size: number | null = null;
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error('it is not a regular file');
    const { end, unended } = lastLine(fd, stats.size);
    if (end < stats.size) ftruncateSync(fd, end);
    size = end;
    writeAll(fd, Buffer.from(`${unended ? '\n' : ''}${line}\n`, 'utf8'));
    fsyncSync(fd);
    if (created) syncDirectory(dirname(path));
  } catch (error) {
    if (size !== null) ftruncateSync(fd, size);
    if (created) rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}

function open(path: string): { fd: number; created: boolean } {
  // O_NONBLOCK: a pipe of that name is refused, not waited for.
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_NONBLOCK;
  try {
    return { fd: openSync(path, flags), created: false };
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    return { fd: openSync(path, flags | constants.O_CREAT | constants.O_EXCL, 0o600), created: true };
  }
}

/** Where the whole lines end, and whether the last of them lacks its newline. */
function lastLine(fd: number, size: number): { end: number; unended: boolean } {
  const tail = tailAfterNewline(fd, size);
  if (tail.length === 0) return { end: size, unended: false };
  return isJson(tail) ? { end: size, unended: true } : { end: size - tail.length, unended: false };
}

function tailAfterNewline(fd: number, size: number): Buffer {
  for (let length = Math.min(size, 4096); ; length = Math.min(size, length * 4)) {
    const bytes = Buffer.alloc(length);
    const read = bytes.subarray(0, readSync(fd, bytes, 0, length, size - length));
    const newline = read.lastIndexOf(NEWLINE);
    if (newline >= 0 || length === size) return read.subarray(newline + 1);
  }
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
