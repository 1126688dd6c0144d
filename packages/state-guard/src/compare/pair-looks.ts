import type { Stamp } from '../look/stamp.ts';

interface Look {
  path: string;
  stamp: Stamp | null;
}

/** One place, as the baseline saw it and as it is now; `before` is null for what was not watched then. */
export interface LookPair<L extends Look> {
  before: L | null;
  now: L;
}

/**
 * Pairs the looks of two snapshots: by path, else by device and inode, because the same directory can come under another
 * path. What is no longer among the watched is looked at again, so that what went with it is not lost.
 */
export function pairLooks<L extends Look>(
  before: readonly L[],
  now: readonly L[],
  lookAgain: (earlier: L) => L,
): LookPair<L>[] {
  const left = new Set(before);
  const pairs = now.map((look): LookPair<L> => {
    const earlier =
      before.find((candidate) => candidate.path === look.path) ??
      before.find((candidate) => isSame(candidate.stamp, look.stamp)) ??
      null;
    if (earlier) left.delete(earlier);
    return { before: earlier, now: look };
  });
  for (const earlier of left) {
    // Still watched, under another spelling.
    if (now.some((look) => isSame(look.stamp, earlier.stamp))) continue;
    pairs.push({ before: earlier, now: lookAgain(earlier) });
  }
  return pairs;
}

function isSame(a: Stamp | null, b: Stamp | null): boolean {
  return a !== null && b !== null && a.dev === b.dev && a.ino === b.ino;
}
