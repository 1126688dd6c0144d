import { addChildren, addEntry, addMissed, type Walk } from './add-entries.ts';
import { GONE, IGNORED, UNREAD } from './entry-store.ts';
import { followContent } from './follow-content.ts';
import { type Listing, listDirectory } from './list-directory.ts';
import { pathOf } from './look.ts';
import { pairChildren } from './pair-children.ts';
import { markUnread } from './record-content.ts';

/** For each directory that waits to be looked into, its number in the look that is followed. */
export type Matched = Map<number, number>;

/** A directory by its number, its path, and its number in the look that is followed. */
export interface Place {
  index: number;
  path: string;
  before: number | undefined;
}

/** Fills a look with its root and all that is below, a directory after the other, the nearest to the root first. */
export function walkTree(walk: Walk): void {
  const { look, since } = walk;
  const { entries } = look;
  const matched: Matched = new Map();
  addEntry(walk, 0, '', look.root, { ignored: false, directory: false });
  if (since !== null && entries.count > 0 && since.entries.count > 0) {
    followContent(since, 0, look, 0);
    matched.set(0, 0);
  }
  for (let index = 0; index < entries.count; index++) {
    if (!entries.isDirectory(index) || entries.has(index, GONE | IGNORED | UNREAD)) continue;
    const before = matched.get(index);
    matched.delete(index);
    const path = pathOf(look, index);
    const listing = list(walk, index, path);
    if (listing !== null) takeListing(walk, { index, path, before }, listing, matched);
  }
  walk.progress(entries.count);
}

/** Adds what a listing names, and what it missed of the look that is followed, and follows the content of the files. */
export function takeListing(walk: Walk, { index, path, before }: Place, listing: Listing, matched: Matched): void {
  const { look, since } = walk;
  const first = look.entries.count;
  if (!addChildren(walk, index, path, listing)) return;
  if (since !== null && before !== undefined) {
    pairChildren(since.entries.childrenOf(before), look.entries.childrenFrom(first), (b, a) => {
      if (a < 0 ? !addMissed(walk, index, path, b) : b < 0) return;
      const child = a < 0 ? look.entries.count - 1 : a;
      followContent(since, b, look, child);
      if (look.entries.isDirectory(child)) matched.set(child, b);
    });
  }
  look.entries.setChildren(index, first);
}

function list({ look }: Walk, index: number, path: string): Listing | null {
  const { entries } = look;
  const result = listDirectory(path, entries.entry(index));
  if ('listing' in result) {
    entries.set(index, result.entry);
    return result.listing;
  }
  if ('problem' in result) markUnread(look, index, result.problem);
  else if (result.instead === null) entries.mark(index, GONE);
  else {
    entries.set(index, result.instead);
    if (entries.isDirectory(index)) markUnread(look, index, 'it was replaced while it was looked at');
  }
  return null;
}
