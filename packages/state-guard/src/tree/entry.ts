import { type BigIntStats, lstatSync, readlinkSync } from 'node:fs';
import { toBytes } from '../bytes/bytes.ts';
import type { EntryKind } from '../model.ts';

/** `st_mode`: the bits of the type, and of one type each. */
const TYPE = 0o170000;
const DIRECTORY = 0o040000;
const FILE = 0o100000;
const SYMLINK = 0o120000;
const SOCKET = 0o140000;

const NOT_ASCII = /[^\0-\x7f]/;

/** What a look holds of one entry of the file system. */
export interface TreeEntry {
  /** Type and permission bits, as in `st_mode`. */
  mode: number;
  uid: number;
  gid: number;
  /** Bytes. */
  size: number;
  /** Hard links. */
  links: number;
  mtimeNs: bigint;
  ctimeNs: bigint;
  /** 0 where the file system does not keep it. */
  birthtimeNs: bigint;
  dev: bigint;
  ino: bigint;
  /** Where a symbolic link points, as a byte string; null for everything else. */
  target: string | null;
}

/**
 * Looks at one path, given as a byte string, without following a link.
 * Null when nothing is there; throws what the file system says otherwise.
 */
export function readEntry(path: string): TreeEntry | null {
  const at = fsPath(path);
  try {
    const stats = lstatSync(at, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return null;
    return entryOf(stats, isSymlink(Number(stats.mode)) ? readlinkSync(at, 'latin1') : null);
  } catch (error) {
    if (isAbsent(errorCode(error))) return null;
    throw error;
  }
}

/** The entry that a `stat` describes. */
export function entryOf(stats: BigIntStats, target: string | null): TreeEntry {
  return {
    mode: Number(stats.mode),
    uid: Number(stats.uid),
    gid: Number(stats.gid),
    size: Number(stats.size),
    links: Number(stats.nlink),
    mtimeNs: stats.mtimeNs,
    ctimeNs: stats.ctimeNs,
    birthtimeNs: stats.birthtimeNs,
    dev: stats.dev,
    ino: stats.ino,
    target,
  };
}

/** The word for a type. */
export function entryKind(mode: number): EntryKind {
  if (isFile(mode)) return 'file';
  if (isDirectory(mode)) return 'directory';
  if (isSymlink(mode)) return 'symlink';
  return (mode & TYPE) === SOCKET ? 'socket' : 'other';
}

export function sameType(a: number, b: number): boolean {
  return (a & TYPE) === (b & TYPE);
}

export function isDirectory(mode: number): boolean {
  return (mode & TYPE) === DIRECTORY;
}

export function isFile(mode: number): boolean {
  return (mode & TYPE) === FILE;
}

export function isSymlink(mode: number): boolean {
  return (mode & TYPE) === SYMLINK;
}

/** A mode of which only the type is known. */
export function bareMode(kind: 'directory' | 'unknown'): number {
  return kind === 'directory' ? DIRECTORY : 0;
}

/** A byte string as `node:fs` takes it: text is quicker, and right only for ASCII. */
export function fsPath(path: string): string | Buffer {
  return NOT_ASCII.test(path) ? toBytes(path) : path;
}

/** The errno name of what `node:fs` threw, or the message of anything else. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

/** Whether an errno name says that nothing is there. */
export function isAbsent(code: string): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}
