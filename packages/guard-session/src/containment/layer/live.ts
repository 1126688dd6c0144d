import { isDirectory, type TreeEntry } from '@mam/state-guard';

/** What is known of the live side of a contained directory, to tell others' changes from the run's. */
export interface Live {
  /** When the run's view was made, in nanoseconds. */
  madeAt: bigint;
  /** Whether a path, as a byte string, was there before the run; undefined when nobody knows. */
  wasThere: (path: string) => boolean | undefined;
}

/** Whether others made, wrote or moved here what is live. Of a directory, whose stamps move with its entries: made. */
export function movedSince({ madeAt }: Live, entry: TreeEntry): boolean {
  return isDirectory(entry.mode) ? entry.birthtimeNs > madeAt : entry.ctimeNs > madeAt;
}

/** Whether an entry of a directory that the run removed came there only afterwards, so that the run never touched it. */
export function cameAfter(live: Live, path: string, entry: TreeEntry, removedAt: bigint): boolean {
  const known = live.wasThere(path);
  return known === undefined ? entry.birthtimeNs > removedAt : !known;
}

/**
 * What a copy in the layer means that has no live counterpart: the run `made` it; or others `removed` it, and the run
 * wrote to its copy or only `opened` it; or it cannot be told (`either`).
 */
export function withoutLive(
  live: Live,
  path: string,
  after: TreeEntry,
  parent: TreeEntry | null,
): 'made' | 'removed' | 'opened' | 'either' {
  const known = live.wasThere(path);
  const written = after.mtimeNs > live.madeAt;
  if (known === true) return written ? 'removed' : 'opened';
  if (known === false || written) return 'made';
  // A copy keeps its time; but so does what was renamed, or unpacked from an archive. Nothing left a directory that
  // did not change.
  const left = parent === null || parent.mtimeNs > live.madeAt;
  return left ? 'either' : 'made';
}
