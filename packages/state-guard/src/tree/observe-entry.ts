import { displayPath } from '../bytes/display-path.ts';
import type { ChangeDetail, ChangeKind, EntryKind, Observation } from '../model.ts';
import { compareEntries, type EntryComparison } from './compare-entries.ts';
import { entryKind, type TreeEntry } from './entry.ts';

/** The two states of one path; null for nothing there. */
export interface EntryPair {
  before: TreeEntry | null;
  after: TreeEntry | null;
}

export interface PairContext extends EntryComparison {
  /** Whether a time, in nanoseconds of the epoch, can be the time of the change: not before the baseline. */
  isSince: (timeNs: bigint) => boolean;
}

/**
 * What one pair of states says of a path, given as a byte string: the kinds, details and times that a tree's observations
 * have. Null when nothing differs.
 */
export function observeEntry(path: string, { before, after }: EntryPair, context: PairContext): Observation | null {
  if (after === null) return before && observation('removed', entryKind(before.mode), path, null, {});
  if (before === null) return observation('added', entryKind(after.mode), path, addedAt(after, context), {});
  const detail = compareEntries(before, after, context);
  return detail && observation('modified', entryKind(after.mode), path, modifiedAt(after, detail, context), detail);
}

/** An observation of the tree probe. Of the times that it may have come about, a removal has none. */
export function observation(
  change: ChangeKind,
  entry: EntryKind,
  path: string,
  at: bigint | null,
  detail: ChangeDetail,
): Observation {
  const shown = displayPath(path);
  const bytes = shown.pathBase64 === undefined ? {} : { pathBase64: shown.pathBase64 };
  return {
    change,
    entry,
    path: shown.path,
    probe: 'tree',
    by: 'unknown',
    at: at === null ? null : isoTime(at),
    late: false,
    detail: { ...detail, ...bytes },
  };
}

/** ISO 8601, to the millisecond. */
export function isoTime(timeNs: bigint): string {
  return new Date(Number(timeNs / 1_000_000n)).toISOString();
}

/** What was made elsewhere and moved here has no time of birth that counts; moving it set its ctime on most systems. */
function addedAt(after: TreeEntry, { isSince }: PairContext): bigint | null {
  if (isSince(after.birthtimeNs) && after.birthtimeNs <= after.ctimeNs) return after.birthtimeNs;
  return isSince(after.ctimeNs) ? after.ctimeNs : null;
}

/** An mtime can be set to anything; a ctime cannot, but later changes of the mode move it. */
function modifiedAt(after: TreeEntry, detail: ChangeDetail, { isSince }: PairContext): bigint | null {
  const permission = detail.differs?.every((word) => word === 'mode' || word === 'owner') && detail.sameBytes !== true;
  if (!permission && isSince(after.mtimeNs) && after.mtimeNs <= after.ctimeNs) return after.mtimeNs;
  return isSince(after.ctimeNs) ? after.ctimeNs : null;
}
