import { opendirSync } from 'node:fs';
import { compareBytes, fsPath } from '@mam/state-guard';

const BATCH = 1024;

/** The names in a directory, as byte strings in the order of their bytes. @throws what the file system says */
export function listNames(directory: string): string[] {
  const names: string[] = [];
  // `opendirSync` takes bytes, as every function of `node:fs` does; its types do not say so.
  const open = opendirSync(fsPath(directory) as string, { encoding: 'latin1', bufferSize: BATCH });
  try {
    for (let entry = open.readSync(); entry !== null; entry = open.readSync()) names.push(entry.name);
  } finally {
    open.closeSync();
  }
  return names.sort(compareBytes);
}

/** The names in a directory as they come, for as long as the caller wants more. @throws what the file system says */
export function* eachName(directory: string): Generator<string> {
  const open = opendirSync(fsPath(directory) as string, { encoding: 'latin1' });
  try {
    for (let entry = open.readSync(); entry !== null; entry = open.readSync()) yield entry.name;
  } finally {
    open.closeSync();
  }
}
