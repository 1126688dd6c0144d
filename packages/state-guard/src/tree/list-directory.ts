import { opendirSync } from 'node:fs';
import { errorCode, fsPath, isAbsent, isDirectory, readEntry, type TreeEntry } from './entry.ts';

/** The names in a directory, as byte strings, in the order of the file system. */
export interface Listing {
  names: string[];
  /** For each name, whether it is a directory. */
  directories: boolean[];
}

/** What came of listing: the names, something else than a directory or nothing in its place, or why not. */
export type ListingResult =
  | { listing: Listing; entry: TreeEntry }
  | { instead: TreeEntry | null }
  | { problem: string };

/** A directory that changes while it is listed is listed so often: a name that is replaced meanwhile can be missed. */
const ATTEMPTS = 3;

/** Names that are read with one call. */
const BATCH = 1024;

/** Lists a directory, known as `entry`, until it stayed as it was meanwhile; then takes what there is. */
export function listDirectory(path: string, entry: TreeEntry): ListingResult {
  let known = entry;
  try {
    for (let attempt = 1; ; attempt++) {
      const listing = readNames(path);
      const now = readEntry(path);
      if (now === null || !isDirectory(now.mode)) return { instead: now };
      const same = now.ino === known.ino && now.dev === known.dev;
      if (same && (now.mtimeNs === known.mtimeNs || attempt >= ATTEMPTS)) return { listing, entry: now };
      if (attempt >= 2 * ATTEMPTS) return { problem: 'it was replaced again and again while it was looked at' };
      known = now;
    }
  } catch (error) {
    const code = errorCode(error);
    return isAbsent(code) ? lookInstead(path) : { problem: code };
  }
}

function readNames(path: string): Listing {
  const names: string[] = [];
  const directories: boolean[] = [];
  const directory = opendirSync(fsPath(path) as string, { encoding: 'latin1', bufferSize: BATCH });
  try {
    for (let dirent = directory.readSync(); dirent !== null; dirent = directory.readSync()) {
      names.push(dirent.name);
      directories.push(dirent.isDirectory());
    }
  } finally {
    directory.closeSync();
  }
  return { names, directories };
}

function lookInstead(path: string): ListingResult {
  try {
    return { instead: readEntry(path) };
  } catch (error) {
    return { problem: errorCode(error) };
  }
}
