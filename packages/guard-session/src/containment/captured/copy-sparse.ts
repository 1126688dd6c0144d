import { closeSync, constants, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { fsPath } from '@mam/state-guard';

const CHUNK = 256 * 1024;

/** Copies a file to a new one and leaves out what is zero, so that a sparse file stays as small. Byte strings. @throws what the file system says */
export function copySparse(from: string, to: string): void {
  const source = openSync(fsPath(from), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const target = openSync(fsPath(to), 'wx', 0o600);
    try {
      copyOpen(source, target);
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

function copyOpen(source: number, target: number): void {
  const chunk = Buffer.allocUnsafe(CHUNK);
  const zeros = Buffer.alloc(CHUNK);
  let at = 0;
  for (let read = readSync(source, chunk, 0, CHUNK, at); read > 0; read = readSync(source, chunk, 0, CHUNK, at)) {
    if (chunk.compare(zeros, 0, read, 0, read) !== 0) writeAll(target, chunk.subarray(0, read), at);
    at += read;
  }
  ftruncateSync(target, at);
}

function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(fd, bytes, written, bytes.length - written, position + written);
  }
}
