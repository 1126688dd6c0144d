import { isDirectory, type TreeEntry } from '@mam/state-guard';
import type { LayerEntry } from './layer-entry.ts';

/** For each directory that came or went as a whole, by its path: how many entries came or went with it, if any. */
export function countBelow(entries: readonly LayerEntry[]): Map<string, number> {
  const directories = new Map<string, LayerEntry>();
  for (const entry of entries) if (isDirectory(wholly(entry)?.mode ?? 0)) directories.set(entry.path, entry);
  const counts = new Map<string, number>();
  // From the back: what is in a directory stands behind it.
  for (const entry of entries.toReversed()) {
    const parent = directories.get(entry.path.slice(0, entry.path.lastIndexOf('/')));
    if (parent === undefined || wholly(entry) === null || (entry.after === null) !== (parent.after === null)) continue;
    counts.set(parent.path, (counts.get(parent.path) ?? 0) + (counts.get(entry.path) ?? 0) + 1);
  }
  return counts;
}

/** What came or went, when it is there on one side only. */
function wholly({ before, after }: LayerEntry): TreeEntry | null {
  if (before !== null && after !== null) return null;
  return before ?? after;
}
