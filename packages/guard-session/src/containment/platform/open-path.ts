import { openSync } from 'node:fs';
import { fsPath } from '@mam/state-guard';

/** The same number on every Linux that Node runs on; `node:fs` does not name it. */
const O_PATH = 0o10000000;

/**
 * A descriptor of a place, for `/proc/self/fd/<fd>` and `fstat`: needs no permission to read what is there. Byte string.
 * Linux only. @throws what the file system says
 */
export function openPath(path: string): number {
  return openSync(fsPath(path), O_PATH);
}
