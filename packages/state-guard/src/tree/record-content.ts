import { recordFile } from './content.ts';
import { entryOf, errorCode, isAbsent, isFile, readEntry } from './entry.ts';
import { GONE, IGNORED, UNREAD } from './entry-store.ts';
import { pathOf, type TreeLook } from './look.ts';

/**
 * Records the content of the files of a look, within its budget. The files that were written last come first: they are
 * the ones that are written to.
 */
export function recordContents(look: TreeLook): void {
  const { entries, budget } = look;
  const left = { files: budget.files, bytes: budget.bytes };
  const open: number[] = [];
  for (let index = 0; index < entries.count; index++) {
    if (!entries.modeOf(index, isFile) || entries.has(index, GONE | IGNORED)) continue;
    const size = entries.size[index] ?? 0;
    if (entries.fingerprint(index) !== null) {
      left.files--;
      left.bytes -= size;
    } else if (size > 0 && size <= budget.fileBytes) open.push(index);
  }
  for (const index of newest(look, open, left.files)) {
    const size = entries.size[index] ?? 0;
    if (size > left.bytes) continue;
    left.bytes -= size;
    recordEntry(look, index);
  }
}

/** Looks again at an entry that was not what it had been; its place in the tree stays. */
export function refreshEntry(look: TreeLook, index: number): void {
  const { entries } = look;
  try {
    const entry = readEntry(pathOf(look, index));
    if (entry === null) entries.mark(index, GONE);
    else entries.set(index, entry);
    if (entry !== null && entries.isDirectory(index))
      markUnread(look, index, 'it took the place of a file while the tree was looked at');
  } catch (error) {
    markUnread(look, index, errorCode(error));
  }
}

/** Notes that an entry, or what is in it, could not be looked at. */
export function markUnread(look: TreeLook, index: number, reason: string): void {
  look.entries.mark(index, UNREAD);
  look.problems.set(index, reason);
}

function recordEntry(look: TreeLook, index: number): void {
  try {
    const reading = recordFile(pathOf(look, index));
    if (reading === null) refreshEntry(look, index);
    else {
      look.entries.set(index, entryOf(reading.stats, null));
      look.entries.setFingerprint(index, reading.value);
    }
  } catch (error) {
    const code = errorCode(error);
    if (isAbsent(code) || code === 'ELOOP') refreshEntry(look, index);
    else look.unreadable.set(index, code);
  }
}

/** The `limit` files that were written last, the last one first. */
function newest(look: TreeLook, indexes: number[], limit: number): number[] {
  if (limit <= 0) return [];
  const time = (index: number) => Number(look.entries.mtime[index] ?? 0n);
  let chosen = indexes;
  if (indexes.length > limit) {
    const times = Float64Array.from(indexes, time).sort();
    const oldest = times[times.length - limit] ?? 0;
    chosen = indexes.filter((index) => time(index) >= oldest);
  }
  return chosen.sort((a, b) => time(b) - time(a)).slice(0, limit);
}
