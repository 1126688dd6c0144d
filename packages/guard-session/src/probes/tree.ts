import {
  compareTree,
  decodeTreeLook,
  encodeTreeLook,
  lookTree,
  type PlannedTree,
  type TreeLook,
} from '@mam/state-guard';
import type { Probe } from './probe.ts';

export interface TreeProbeOptions {
  /** Patterns in gitignore syntax, rooted at the watch root. */
  ignore?: readonly string[];
  /** Told now and then how many entries of a root were looked at. */
  progress?: ((root: string, entries: number) => void) | undefined;
}

/** Watches a file or a directory tree. */
export function treeProbe(tree: PlannedTree, options: TreeProbeOptions = {}): Probe<TreeLook> {
  const { ignore = [], progress } = options;
  const told = progress === undefined ? {} : { progress: (entries: number) => progress(tree.root, entries) };
  return {
    name: 'tree',
    codec: { encode: encodeTreeLook, decode: decodeTreeLook },
    look: () => lookTree(tree.root, { ignore, exclude: tree.exclude, spelled: tree.spelled, ...told }),
    compare(before) {
      const { observations, notCovered, watched, ignored, ignoresEverything } = compareTree(before, told);
      const notes = ignoresEverything ? [`The ignore patterns leave nothing of ${tree.root} but its root.`] : [];
      return { observations, notCovered, watched: [watched], ignored, notes };
    },
  };
}
