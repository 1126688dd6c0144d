import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute } from 'node:path';
import { realPath } from '@mam/registry-paths';
import { fromText } from '../bytes/bytes.ts';
import type { EntryKind } from '../model.ts';
import { entryKind, fsPath, readEntry } from './entry.ts';

/** A spelling of a watch root, and where it led when the look was taken. */
export interface Spelling {
  /** The absolute path, as it was spelled. */
  spelled: string;
  /** The same with its directory resolved; a byte string. */
  path: string;
  /** What stands at that path; null for nothing, `unseen` where that could not be looked at. */
  kind: EntryKind | 'unseen' | null;
  /** The real path that it leads to; a byte string. */
  leadsTo: string;
}

/** Where a path leads: the real path of what is there, or would be; a byte string. */
export function resolveRoot(path: string): string {
  try {
    return realpathSync.native(absolutePath(path), 'buffer').toString('latin1');
  } catch {
    return fromText(realPath(path));
  }
}

/** The real path of the directory of a path, with its last name as it is: a link in its place is not followed. */
export function resolveEntry(path: string): string {
  const absolute = absolutePath(path);
  const name = basename(absolute);
  if (name === '' || name === '.' || name === '..') return resolveRoot(absolute);
  return childPath(resolveRoot(dirname(absolute)), fromText(name));
}

export function readSpelling(spelled: string): Spelling {
  const path = resolveEntry(spelled);
  return { spelled: absolutePath(spelled), path, kind: kindAt(path), leadsTo: resolveRoot(spelled) };
}

/** The path of an entry, all byte strings. */
export function childPath(directory: string, name: string): string {
  return directory.endsWith('/') ? directory + name : `${directory}/${name}`;
}

/**
 * The device of every directory above a path, from `/` down, as decimal strings; null for what is not there. One that
 * differs later says that a file system was mounted or went away in between.
 */
export function devicesAbove(path: string): (string | null)[] {
  const devices: (string | null)[] = [];
  for (let at = dirname(path), child = path; at !== child; child = at, at = dirname(at)) devices.unshift(deviceOf(at));
  return devices;
}

/** The nearest existing directory above a path, by its stamp of change: when something last came to it or went. */
export function changedAbove(path: string): bigint | null {
  for (let at = dirname(path), child = path; at !== child; child = at, at = dirname(at)) {
    const stats = statOf(at);
    if (stats !== null) return stats.mtimeNs;
  }
  return null;
}

function deviceOf(path: string): string | null {
  return statOf(path)?.dev.toString() ?? null;
}

function statOf(path: string): { dev: bigint; mtimeNs: bigint } | null {
  try {
    return lstatSync(fsPath(path), { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function kindAt(path: string): Spelling['kind'] {
  try {
    const entry = readEntry(path);
    return entry && entryKind(entry.mode);
  } catch {
    return 'unseen';
  }
}

/** Not `resolve`: it takes `..` by its spelling, and after a link it leads elsewhere. */
function absolutePath(path: string): string {
  return isAbsolute(path) ? path : `${process.cwd()}/${path}`;
}
