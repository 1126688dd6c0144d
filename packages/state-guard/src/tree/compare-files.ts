import { readSync } from 'node:fs';
import { appended, type ContentOutcome, eachChunk, readSettled } from './content.ts';
import { errorCode } from './entry.ts';

/**
 * What became of the content of a file, where the former file is still there beside the new one, as below an overlay.
 * Paths are byte strings. Reads no further than the first difference; unknown when one of the two cannot be read.
 */
export function compareFiles(before: string, after: string): ContentOutcome {
  try {
    const former = readSettled(before, (formerFd, formerSize) =>
      readSettled(after, (fd, size) => compareOpen(formerFd, formerSize, fd, size)),
    );
    return former?.value?.value ?? { content: 'unknown', reason: 'it is no file any more' };
  } catch (error) {
    return { content: 'unknown', reason: errorCode(error) };
  }
}

function compareOpen(formerFd: number, formerSize: number, fd: number, size: number): ContentOutcome {
  if (size < formerSize || !startsWith(formerFd, formerSize, fd)) return { content: 'changed' };
  return size === formerSize ? { content: 'same' } : appended(fd, formerSize, size);
}

/** Whether a file begins with the first `length` bytes of another. */
function startsWith(formerFd: number, length: number, fd: number): boolean {
  const other = Buffer.allocUnsafe(256 * 1024);
  for (let at = 0; at < length; ) {
    const to = Math.min(at + other.length, length);
    let same = true;
    const read = eachChunk(formerFd, at, to, (bytes) => {
      same &&= readFully(fd, other, bytes.length, at) && bytes.equals(other.subarray(0, bytes.length));
      at += bytes.length;
    });
    if (!same) return false;
    if (read === 0) return true;
  }
  return true;
}

function readFully(fd: number, into: Buffer, length: number, position: number): boolean {
  let read = 0;
  while (read < length) {
    const got = readSync(fd, into, read, length - read, position + read);
    if (got === 0) return false;
    read += got;
  }
  return true;
}
