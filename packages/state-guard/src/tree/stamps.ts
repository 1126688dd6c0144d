import type { EntryStore } from './entry-store.ts';
import type { TreeLook } from './look.ts';

/**
 * A stamp this close to the look proves nothing: old kernels tick in milliseconds and some file systems in two seconds,
 * so a later write can leave the same stamp.
 */
const RACY_NS: bigint = 2_000_000_000n;

/** Whether two looks saw the same stamps, size, mode, owner and inode of an entry. */
export function sameStamps(before: EntryStore, b: number, after: EntryStore, a: number): boolean {
  return (
    before.mtime[b] === after.mtime[a] &&
    before.ctime[b] === after.ctime[a] &&
    before.size[b] === after.size[a] &&
    before.ino[b] === after.ino[a] &&
    before.mode[b] === after.mode[a] &&
    before.owners[before.owner[b] ?? 0] === after.owners[after.owner[a] ?? 0] &&
    before.deviceOf(b) === after.deviceOf(a)
  );
}

/** Whether an entry had changed so shortly before a look that a later change may have left its stamps alone. */
export function isRacy(look: TreeLook, index: number): boolean {
  return (look.entries.ctime[index] ?? 0n) >= startNs(look) - RACY_NS;
}

/** Whether a time is after the beginning of a look, as nearly as file systems tell. */
export function isSince(look: TreeLook, timeNs: bigint): boolean {
  return timeNs >= startNs(look) - RACY_NS;
}

function startNs(look: TreeLook): bigint {
  return BigInt(look.startedAt) * 1_000_000n;
}
