import { readEntry, type TreeEntry } from '@mam/state-guard';
import { child } from '../paths.ts';

/** One path, from three sides: live, as the run sees it, and what the run wrote. Byte strings. */
export interface Place {
  path: string;
  seen: string;
  upper: string;
}

/** The place of an entry of a directory. */
export function inside({ path, seen, upper }: Place, name: string): Place {
  return { path: child(path, name), seen: child(seen, name), upper: child(upper, name) };
}

/** What is live at a place, and what the run sees there. @throws what the file system says */
export function readBoth({ path, seen }: Place): { before: TreeEntry | null; after: TreeEntry | null } {
  return { before: readEntry(path), after: readEntry(seen) };
}
