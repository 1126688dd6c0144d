import { bareMode, errorCode, readEntry, type TreeEntry } from './entry.ts';
import { GONE, IGNORED } from './entry-store.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import type { Listing } from './list-directory.ts';
import { pathOf, type TreeLook } from './look.ts';
import type { Exclusions } from './options.ts';
import { markUnread } from './record-content.ts';
import { childPath } from './root.ts';

export interface Walk {
  look: TreeLook;
  /** The look that is followed: only what moved since is read. */
  since: TreeLook | null;
  rules: IgnoreRules | null;
  excluded: Exclusions;
  progress: (entries: number) => void;
}

/** So many entries between two words of progress. */
const PROGRESS_STEP = 2048;

const NOTHING: TreeEntry = {
  mode: 0,
  uid: 0,
  gid: 0,
  size: 0,
  links: 0,
  mtimeNs: 0n,
  ctimeNs: 0n,
  birthtimeNs: 0n,
  dev: 0n,
  ino: 0n,
  target: null,
};

/** Adds the children of a directory. False when the directory turned out not to be one that can be looked into. */
export function addChildren(walk: Walk, index: number, path: string, { names, directories }: Listing): boolean {
  const { look, rules } = walk;
  const { entries } = look;
  const first = entries.count;
  const excluded = walk.excluded.get(path);
  const relative = path === look.root ? '' : `${path.slice(look.root.length).replace(/^\//, '')}/`;
  let vanished = false;
  for (let k = 0; k < names.length; k++) {
    const name = names[k] ?? '';
    if (excluded?.has(name)) continue;
    const directory = directories[k] ?? false;
    const ignored = rules?.ignores(relative + name, directory) ?? false;
    const added = addEntry(walk, index, name, childPath(path, name), { ignored, directory });
    if (added === 'unsearchable') return forget(look, index, first, 'EACCES');
    if (added === 'absent') vanished = true;
  }
  if (!vanished) return true;
  const now = readEntryOrNull(path);
  if (now !== null && now.ino === entries.ino[index] && now.dev === entries.deviceOf(index)) return true;
  return forget(look, index, first, 'it was removed, replaced or unmounted while it was looked at');
}

/** Adds an entry that a listing missed although it is there: it was replaced meanwhile. False when it is gone. */
export function addMissed(walk: Walk, parent: number, path: string, before: number): boolean {
  const { since } = walk;
  if (since === null || since.entries.has(before, GONE | IGNORED)) return false;
  const name = since.entries.names.at(before);
  if (walk.excluded.get(path)?.has(name)) return false;
  return addEntry(walk, parent, name, childPath(path, name), { ignored: false, directory: false }) === 'added';
}

/**
 * Adds one entry. An ignored directory is not looked at, so that patterns can keep the look out of a place that hangs;
 * of an ignored file only the stamps are taken, to count what was ignored.
 */
export function addEntry(
  { look, progress }: Walk,
  parent: number,
  name: string,
  path: string,
  { ignored, directory }: { ignored: boolean; directory: boolean },
): 'added' | 'absent' | 'unsearchable' {
  const { entries } = look;
  let entry: TreeEntry | null = NOTHING;
  let problem: string | null = null;
  if (ignored && directory) entry = { ...NOTHING, mode: bareMode('directory') };
  else {
    try {
      entry = readEntry(path);
    } catch (error) {
      problem = errorCode(error);
    }
  }
  if (entry === null) return 'absent';
  if (problem === 'EACCES' && entries.count > 0 && !isSearchable(look, parent)) return 'unsearchable';
  const index = entries.push(parent, name, entry);
  if (ignored) entries.mark(index, IGNORED);
  if (problem !== null) markUnread(look, index, problem);
  if (entries.count % PROGRESS_STEP === 0) progress(entries.count);
  return 'added';
}

/** Whether the entries of a directory can be looked at; if so, one that cannot is a case of its own. */
function isSearchable(look: TreeLook, directory: number): boolean {
  return readEntryOrNull(childPath(pathOf(look, directory), '.')) !== null;
}

function forget(look: TreeLook, index: number, first: number, reason: string): false {
  for (let at = first; at < look.entries.count; at++) look.problems.delete(at);
  look.entries.truncate(first);
  markUnread(look, index, reason);
  return false;
}

function readEntryOrNull(path: string): TreeEntry | null {
  try {
    return readEntry(path);
  } catch {
    return null;
  }
}
