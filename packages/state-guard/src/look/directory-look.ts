import { statSync } from 'node:fs';
import { listNames } from './list-names.ts';
import { type Stamp, stampOf, surelyUnchanged } from './stamp.ts';

/** What one look at a directory saw; JSON. */
export interface DirectoryLook {
  path: string;
  /** `missing` counts as empty; `unreadable` is not covered. */
  state: 'listed' | 'missing' | 'unreadable';
  /** Why it is unreadable: an errno name, or a sentence. */
  reason: string | null;
  stamp: Stamp | null;
  /** Names as byte strings, in listing order. */
  names: string[];
}

/** Which of a directory's entries count. */
export type NameFilter = (name: string) => boolean;

/**
 * Looks at a directory. It is not listed again when an earlier look proves that nothing in it changed: then the names are
 * the very array of that look.
 */
export function lookAtDirectory(path: string, counts: NameFilter, earlier: DirectoryLook | null = null): DirectoryLook {
  try {
    const lookedAt = Date.now();
    // The stamp comes before the names: what changes between the two is then seen by the next look.
    const stats = statSync(path, { bigint: true });
    if (!stats.isDirectory()) return unseen(path, 'unreadable', 'it is not a directory');
    const stamp = stampOf(stats, lookedAt);
    if (earlier?.state === 'listed' && surelyUnchanged(earlier.stamp, stamp)) {
      return { path, state: 'listed', reason: null, stamp, names: earlier.names };
    }
    const expected = Math.max(earlier?.names.length ?? 0, Number(stats.size) / BYTES_PER_ENTRY);
    const names = listNames(path, expected).filter(counts);
    return { path, state: 'listed', reason: null, stamp, names };
  } catch (error) {
    return unseen(path, ...whyUnseen(error as NodeJS.ErrnoException));
  }
}

/** Roughly, where the size of a directory tells anything of its entries. */
const BYTES_PER_ENTRY = 40;

function unseen(path: string, state: 'missing' | 'unreadable', reason: string | null): DirectoryLook {
  return { path, state, reason, stamp: null, names: [] };
}

function whyUnseen({ code, message }: NodeJS.ErrnoException): ['missing' | 'unreadable', string | null] {
  // ENOTDIR: something above it is no directory, so there is nothing here.
  if (code === 'ENOENT' || code === 'ENOTDIR') return ['missing', null];
  return ['unreadable', code ?? message];
}
