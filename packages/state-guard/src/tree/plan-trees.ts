import { statSync } from 'node:fs';
import { toText } from '../bytes/bytes.ts';
import { type IgnoreRules, ignoreRules } from './ignore-rules.ts';
import { readSpelling, type Spelling } from './root.ts';

/** One tree to look at. */
export interface PlannedTree {
  /** The real path of the watch root. */
  root: string;
  /** The spellings whose links are watched with it: `spelled` of `LookOptions`. */
  spelled: string[];
  /** Planned trees inside this one, which are looked at by themselves: for `exclude` of `LookOptions`. */
  exclude: string[];
}

export interface TreePlan {
  /** In the order in which they were given. */
  trees: PlannedTree[];
  /** Watches that another tree covers. */
  dropped: { path: string; coveredBy: string }[];
}

interface Tree extends PlannedTree {
  real: string;
  identity: string | null;
  links: Spelling[];
}

/**
 * The trees that a list of watches comes to, each looked at once. Two spellings of a path are one tree, and so are two
 * paths of one directory (device and inode).
 *
 * Without ignore patterns, a watch inside another is dropped: the outer one shows the same. With patterns it is kept, and
 * the outer one leaves it out: patterns are rooted at each watch, so that a shallow look at
 * `~` and `~/.config` shows the top of both.
 */
export function planTrees(watches: readonly string[], options: { ignore?: readonly string[] } = {}): TreePlan {
  const rules = ignoreRules(options.ignore ?? []);
  const dropped: TreePlan['dropped'] = [];
  const unique = uniqueTrees(watches, dropped);
  const trees = unique.filter((tree) => {
    const outer = nearestOuter(tree, unique);
    if (outer === null) return true;
    if (rules !== null) {
      outer.exclude.push(tree.root);
      return true;
    }
    const cover = outermost(outer, unique);
    cover.links.push(...tree.links);
    dropped.push({ path: tree.root, coveredBy: cover.root });
    return false;
  });
  return {
    trees: trees.map((tree) => ({ root: tree.root, spelled: linksToWatch(tree, trees, rules), exclude: tree.exclude })),
    dropped,
  };
}

function uniqueTrees(watches: readonly string[], dropped: TreePlan['dropped']): Tree[] {
  const trees: Tree[] = [];
  for (const watch of watches) {
    const spelling = readSpelling(watch);
    const real = spelling.leadsTo;
    const identity = directoryIdentity(watch);
    const known = trees.find((tree) => tree.real === real || (identity !== null && tree.identity === identity));
    if (known !== undefined) {
      dropped.push({ path: watch, coveredBy: known.root });
      known.links.push(spelling);
    } else trees.push({ root: toText(real), spelled: [], exclude: [], real, identity, links: [spelling] });
  }
  return trees;
}

function nearestOuter(tree: Tree, trees: Tree[]): Tree | null {
  let nearest: Tree | null = null;
  for (const outer of trees) {
    if (isInside(tree.real, outer.real) && outer.real.length > (nearest?.real.length ?? 0)) nearest = outer;
  }
  return nearest;
}

function outermost(tree: Tree, trees: Tree[]): Tree {
  let outer = tree;
  for (let next = nearestOuter(outer, trees); next !== null; next = nearestOuter(outer, trees)) outer = next;
  return outer;
}

/** The spellings of a tree that are links, but for those that are entries of a planned tree anyway. */
function linksToWatch(tree: Tree, trees: Tree[], rules: IgnoreRules | null): string[] {
  const links = tree.links.filter(({ path, leadsTo }) => path !== leadsTo && !isSeen(path, trees, rules));
  return [...new Set(links.map(({ spelled }) => spelled))];
}

function isSeen(path: string, trees: Tree[], rules: IgnoreRules | null): boolean {
  const inside = trees.filter(({ real }) => isInside(path, real)).sort((a, b) => b.real.length - a.real.length)[0];
  if (inside === undefined) return false;
  return rules === null || !rules.ignores(path.slice(inside.real.length).replace(/^\//, ''), false);
}

function isInside(path: string, directory: string): boolean {
  return path !== directory && path.startsWith(directory.endsWith('/') ? directory : `${directory}/`);
}

/** Two hard links of a file are two watches: one can be removed without the other. */
function directoryIdentity(path: string): string | null {
  try {
    const stats = statSync(path, { bigint: true });
    return stats.isDirectory() ? `${stats.dev}:${stats.ino}` : null;
  } catch {
    return null;
  }
}
