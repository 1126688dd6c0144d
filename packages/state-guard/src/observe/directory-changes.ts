import { diffNames } from '../compare/diff-names.ts';
import type { LookPair } from '../compare/pair-looks.ts';
import type { DirectoryLook } from '../look/directory-look.ts';

/** What came and went in one directory. */
export interface DirectoryChanges {
  directory: string;
  /** Names as byte strings. */
  added: string[];
  removed: string[];
}

/** Compares the names of directories that both looks covered; of the others nothing can be said. */
export function directoryChanges(pairs: readonly LookPair<DirectoryLook>[]): DirectoryChanges[] {
  const changes: DirectoryChanges[] = [];
  for (const { before, now } of pairs) {
    if (before?.state === 'unreadable' || now.state === 'unreadable') continue;
    const { added, removed } = diffNames(before?.names ?? [], now.names);
    if (added.length + removed.length > 0) changes.push({ directory: now.path, added, removed });
  }
  return changes;
}
