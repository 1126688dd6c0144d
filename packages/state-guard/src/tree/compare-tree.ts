import { compareLooks, type TreeComparison } from './compare-looks.ts';
import type { TreeLook } from './look.ts';
import { lookAgain } from './look-tree.ts';
import type { CompareOptions } from './options.ts';

/** Looks at a tree again and says what differs. `look` is the second look, a baseline for the next when `keep` is set. */
export function compareTree(before: TreeLook, options: CompareOptions = {}): TreeComparison & { look: TreeLook } {
  const look = lookAgain(before, options);
  return { ...compareLooks(before, look), look };
}
