import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { fsPath } from './entry.ts';
import { digester, digestOf, EMPTY, type Fingerprint, sameFingerprint } from './fingerprint.ts';

/** What became of the content of a file, as far as it can be proven. */
export type ContentOutcome =
  | { content: 'same' }
  /** What was there is unchanged; `lines` is null when too much came to count them. */
  | { content: 'appended'; lines: number | null; bytes: number }
  | { content: 'changed' }
  | { content: 'unknown'; reason: string };

/** A file that is written while it is read is read so often. */
const ATTEMPTS = 3;

/** More than this is not read to count its lines. */
const COUNTED_BYTES = 64 * 1024 * 1024;

const NEWLINE = 10;

/** Never through a link, never waiting for the other end of a FIFO that took the file's place. */
const OPEN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const chunk = Buffer.allocUnsafeSlow(256 * 1024);

/** What was read of a file, with the stamps from just before; null when no file is there any more. */
export interface Reading<T> {
  stats: BigIntStats;
  value: T;
}

/**
 * The fingerprint of a file. One that is written meanwhile is read again, and then taken as it is: its stamps are from
 * before the last reading, so that the next look finds them moved. Throws what the file system says.
 */
export function recordFile(path: string): Reading<Fingerprint> | null {
  return readSettled(path, (fd, size) => hashRange(fd, size));
}

/** What became of the content of a file whose former content has a fingerprint. Throws what the file system says. */
export function followFile(path: string, former: Fingerprint): Reading<ContentOutcome> | null {
  return readSettled(path, (fd, size) => {
    if (size < former.length || !sameFingerprint(hashRange(fd, former.length), former)) return { content: 'changed' };
    if (size === former.length) return { content: 'same' };
    return appended(fd, former.length, size);
  });
}

/**
 * Opens a file, reads it, and reads it again while it is being written, a few times at most. Null when something else
 * has taken its place.
 */
export function readSettled<T>(path: string, read: (fd: number, size: number) => T): Reading<T> | null {
  const fd = openSync(fsPath(path), OPEN);
  try {
    for (let attempt = 1; ; attempt++) {
      const stats = fstatSync(fd, { bigint: true });
      if (!stats.isFile()) return null;
      const value = read(fd, Number(stats.size));
      const after = fstatSync(fd, { bigint: true });
      const settled = after.mtimeNs === stats.mtimeNs && after.size === stats.size;
      if (settled || attempt === ATTEMPTS) return { stats, value };
    }
  } finally {
    closeSync(fd);
  }
}

/** The first `length` bytes, or as many as there are. */
function hashRange(fd: number, length: number): Fingerprint {
  if (length === 0) return EMPTY;
  if (length <= chunk.length) {
    const read = fillChunk(fd, length);
    return { length: read, digest: digestOf(chunk.subarray(0, read)) };
  }
  const running = digester();
  const read = eachChunk(fd, 0, length, (bytes) => running.update(bytes));
  return { length: read, digest: running.digest() };
}

/** What came after the first `from` bytes. */
export function appended(fd: number, from: number, to: number): ContentOutcome {
  const bytes = to - from;
  if (bytes > COUNTED_BYTES) return { content: 'appended', lines: null, bytes };
  let newlines = 0;
  let last = lastByte(fd, from);
  const openLine = from > 0 && last !== NEWLINE ? 1 : 0;
  eachChunk(fd, from, to, (part) => {
    for (let at = part.indexOf(NEWLINE); at >= 0; at = part.indexOf(NEWLINE, at + 1)) newlines++;
    last = part.at(-1);
  });
  return { content: 'appended', lines: newlines + (last === NEWLINE ? 0 : 1) - openLine, bytes };
}

function lastByte(fd: number, end: number): number | undefined {
  if (end === 0) return undefined;
  const byte = Buffer.alloc(1);
  return readSync(fd, byte, 0, 1, end - 1) === 1 ? byte[0] : undefined;
}

/** Reads a range in pieces; each is good until the next. Returns how many bytes there were. */
export function eachChunk(fd: number, from: number, to: number, use: (bytes: Buffer) => void): number {
  let at = from;
  while (at < to) {
    const read = readSync(fd, chunk, 0, Math.min(chunk.length, to - at), at);
    if (read === 0) break;
    use(chunk.subarray(0, read));
    at += read;
  }
  return at - from;
}

/** Reads a beginning that fits; returns how many bytes there were. */
function fillChunk(fd: number, length: number): number {
  let at = 0;
  for (let read = -1; read !== 0 && at < length; at += read) read = readSync(fd, chunk, at, length - at, at);
  return at;
}
