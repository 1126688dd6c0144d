import type { BigIntStats } from 'node:fs';

/** What tells whether a file or directory changed since a look, as JSON: nanoseconds and numbers in decimal. */
export interface Stamp {
  dev: string;
  ino: string;
  size: string;
  mtimeNs: string;
  ctimeNs: string;
  /** When the look began, in milliseconds of the epoch. */
  lookedAt: number;
}

/** Some kernels and file systems stamp in steps of milliseconds, old ones of seconds; a change within one goes unseen. */
const COARSEST_STEP_NS = 2_000_000_000n;

/** The stamp of a look; take `lookedAt` before, and read the contents after. */
export function stampOf(stats: BigIntStats, lookedAt: number): Stamp {
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return {
    dev: String(dev),
    ino: String(ino),
    size: String(size),
    mtimeNs: String(mtimeNs),
    ctimeNs: String(ctimeNs),
    lookedAt,
  };
}

/** Whether nothing changed between two looks: equal stamps, the first of which was old enough to count. */
export function surelyUnchanged(before: Stamp | null, now: Stamp): boolean {
  if (before === null) return false;
  const changed = BigInt(before.mtimeNs) > BigInt(before.ctimeNs) ? before.mtimeNs : before.ctimeNs;
  if (BigInt(changed) + COARSEST_STEP_NS > BigInt(Math.floor(before.lookedAt)) * 1_000_000n) return false;
  return (
    before.dev === now.dev &&
    before.ino === now.ino &&
    before.size === now.size &&
    before.mtimeNs === now.mtimeNs &&
    before.ctimeNs === now.ctimeNs
  );
}
