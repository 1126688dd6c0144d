import type { EntryStore } from './entry-store.ts';

/** A directory of a store: its children are the `count` entries from `first` on. */
export interface Children {
  store: EntryStore;
  first: number;
  count: number;
}

/** How far ahead a name is looked for before all names of the directory are put into a map. */
const WINDOW = 32;

/**
 * Pairs the children of a directory in two looks by name, in the order in which the file system listed them: a file
 * system lists an unchanged name at the same place. `visit` is told -1 for the side on which a name is missing.
 */
export function pairChildren(before: Children, after: Children, visit: (before: number, after: number) => void): void {
  const lost: number[] = [];
  const found: number[] = [];
  const endBefore = before.first + before.count;
  const endAfter = after.first + after.count;
  const same = (b: number, a: number) => before.store.names.same(b, after.store.names, a);
  let b = before.first;
  let a = after.first;
  while (b < endBefore && a < endAfter) {
    if (same(b, a)) {
      visit(b++, a++);
      continue;
    }
    const step = nearest(b, a, endBefore, endAfter, same);
    for (let k = 0; k < step.before; k++) lost.push(b++);
    for (let k = 0; k < step.after; k++) found.push(a++);
  }
  while (b < endBefore) lost.push(b++);
  while (a < endAfter) found.push(a++);
  pairMoved(before.store, lost, after.store, found, visit);
}

/** How many names to step over on each side until two are the same again; one on each when none is near. */
function nearest(
  b: number,
  a: number,
  endBefore: number,
  endAfter: number,
  same: (b: number, a: number) => boolean,
): { before: number; after: number } {
  for (let k = 1; k <= WINDOW; k++) {
    if (a + k < endAfter && same(b, a + k)) return { before: 0, after: k };
    if (b + k < endBefore && same(b + k, a)) return { before: k, after: 0 };
  }
  return { before: 1, after: 1 };
}

function pairMoved(
  before: EntryStore,
  lost: number[],
  after: EntryStore,
  found: number[],
  visit: (before: number, after: number) => void,
): void {
  const left = new Map<string, number>();
  if (found.length > 0) for (const b of lost) left.set(before.names.at(b), b);
  for (const a of found) {
    const name = after.names.at(a);
    const b = left.get(name);
    left.delete(name);
    visit(b ?? -1, a);
  }
  for (const b of found.length > 0 ? left.values() : lost) visit(b, -1);
}
