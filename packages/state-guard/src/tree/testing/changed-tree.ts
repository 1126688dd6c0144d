import { join } from 'node:path';
import type { ChangeDetail, Observation } from '../../model.ts';
import { compareTree } from '../compare-tree.ts';
import { lookTree } from '../look-tree.ts';
import { tempTree, told } from './temp-tree.ts';

export interface ChangedTree {
  root: string;
  observations: Observation[];
  /** The observations in short. */
  told: string[];
  /** Of the first observation. */
  detail: ChangeDetail | undefined;
}

/** What one change of a tree is told as: in short, and the detail of the first observation. */
export function changed(files: Record<string, string>, change: (at: (path: string) => string) => void): ChangedTree {
  const root = tempTree(files);
  const at = (path: string) => join(root, path);
  const before = lookTree(root);
  change(at);
  const { observations } = compareTree(before);
  return { told: told(observations, root), detail: observations[0]?.detail, observations, root };
}
