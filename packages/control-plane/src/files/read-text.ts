import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { errnoOf } from '../errors.ts';

/**
 * The text of a regular file, with its status; null when there is no file of that name. What is not a regular file (a
 * pipe would block) or not UTF-8 is an error.
 */
export function readText(path: string): { text: string; stats: Stats } | null {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error('it is not a regular file');
    return { text: decode(readFileSync(fd)), stats };
  } finally {
    closeSync(fd);
  }
}

/** Decodes UTF-8; bytes that are not UTF-8 are an error, because writing them back would change them. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error('it is not UTF-8');
  }
}
