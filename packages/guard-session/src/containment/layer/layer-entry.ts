import type { TreeEntry } from '@mam/state-guard';

/** One path where what the run sees may differ from what is live. Paths are byte strings. */
export interface LayerEntry {
  /** The real path. */
  path: string;
  /** Where the guard sees what the run sees there. */
  seen: string;
  /** What is live there now; null for nothing. */
  before: TreeEntry | null;
  /** What the run sees there; null for nothing. Neither one nor the other: both removed it. */
  after: TreeEntry | null;
  /** What is live there was, or may have been, changed by others while the run was contained. */
  liveMoved: boolean;
  /** When the run removed it, in nanoseconds, as far as the layer tells that. */
  removedAt: bigint | null;
  /** When the run last changed the directory it was in, in nanoseconds; for what was removed. */
  parentChangedAt: bigint | null;
  /** A root of which every entry is gone. */
  emptied?: boolean;
}
