import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../errors.ts';
import { syncDirectory } from './sync-directory.ts';

/**
 * Makes a directory and the parents that are missing, each 0700 and on the disk before this returns. What exists is left
 * as it is. Returns the directories that were made, the outermost first; on a failure none of them stays.
 */
export function makePrivateDirectory(path: string): string[] {
  const made: string[] = [];
  try {
    make(path, made);
  } catch (error) {
    removeDirectories(made);
    throw error;
  }
  return made;
}

/** Removes directories that `makePrivateDirectory` made, the innermost first, as long as they are empty. */
export function removeDirectories(made: readonly string[]): void {
  for (const path of [...made].reverse()) {
    try {
      rmdirSync(path);
      syncDirectory(dirname(path));
    } catch {
      return; // Someone uses it by now.
    }
  }
}

function make(path: string, made: string[]): void {
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'EEXIST') {
      requireDirectory(path);
      return;
    }
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    make(dirname(path), made);
    mkdirSync(path, 0o700);
  }
  made.push(path);
  syncDirectory(dirname(path));
}

function requireDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw Object.assign(new Error(`${path} is not a directory`), { code: 'ENOTDIR' });
}
