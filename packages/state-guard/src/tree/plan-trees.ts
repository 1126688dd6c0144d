import { statSync } from 'node:fs';
import { toText } from '../bytes/bytes.ts';
import { type IgnoreRules, ignoreRules } from './ignore-rules.ts';
import { readSpelling, type Spelling } from './root.ts';

/** A watch with patterns that count for it alone. */
export interface TreeWatch {
  path: string;
  /** Patterns in gitignore syntax, rooted at it; those for all trees come after them, and so override them. */
  ignore?: readonly string[];
  /** It is a tree of its own also inside another that shows the same. */
  apart?: boolean;
}

/** One tree to look at. */
export interface PlannedTree {
  /** The real path of the watch root. */
  root: string;
  /** Patterns for this tree alone, of every watch that names it, in the order given; absent when there is none. */
  ignore?: string[];
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
  own: string[];
  apart: boolean;
  rules: IgnoreRules | null;
}

/**
 * The trees that a list of watches comes to, each looked at once. Two spellings of a path are one tree, and so are two
 * paths of one directory (device and inode).
 *
 * Without ignore patterns for either, a watch inside another is dropped: the outer one shows the same. With patterns it is
 * kept, and the outer one leaves it out: patterns are rooted at each watch, so that a shallow look at
 * `~` and `~/.config` shows the top of both.
 */
export function planTrees(
  watches: readonly (string | TreeWatch)[],
  options: { ignore?: readonly string[] } = {},
): TreePlan {
  const dropped: TreePlan['dropped'] = [];
  const unique = uniqueTrees(watches, dropped);
  for (const tree of unique) tree.rules = ignoreRules([...tree.own, ...(options.ignore ?? [])]);
  const trees = unique.filter((tree) => {
    const outer = nearestOuter(tree, unique);
    if (outer === null) return true;
    const cover = coverOf(tree, unique);
    if (cover === null) {
      (coverOf(outer, unique) ?? outer).exclude.push(tree.root);
      return true;
    }
    cover.links.push(...tree.links);
    dropped.push({ path: tree.root, coveredBy: cover.root });
    return false;
  });
  return {
    trees: trees.map((tree) => ({
      root: tree.root,
      spelled: linksToWatch(tree, trees),
      exclude: tree.exclude,
      ...(tree.own.length > 0 ? { ignore: tree.own } : {}),
    })),
    dropped,
  };
}

function uniqueTrees(watches: readonly (string | TreeWatch)[], dropped: TreePlan['dropped']): Tree[] {
  const trees: Tree[] = [];
  for (const watch of watches) {
    const { path, ignore = [], apart = false } = typeof watch === 'string' ? { path: watch } : watch;
    const spelling = readSpelling(path);
    const real = spelling.leadsTo;
    const identity = directoryIdentity(path);
    const known = trees.find((tree) => tree.real === real || (identity !== null && tree.identity === identity));
    if (known !== undefined) {
      dropped.push({ path, coveredBy: known.root });
      known.links.push(spelling);
      known.apart ||= apart;
      known.own.push(...ignore.filter((pattern) => !known.own.includes(pattern)));
    } else {
      const parts = { root: toText(real), spelled: [], exclude: [], real, identity, apart, rules: null };
      trees.push({ ...parts, links: [spelling], own: [...ignore] });
    }
  }
  return trees;
}

/** The outermost tree that shows all of this one: no patterns stand between them, and it need not be apart. */
function coverOf(tree: Tree, trees: Tree[]): Tree | null {
  const outer = nearestOuter(tree, trees);
  if (outer === null || tree.apart || tree.rules !== null || outer.rules !== null) return null;
  return coverOf(outer, trees) ?? outer;
}

function nearestOuter(tree: Tree, trees: Tree[]): Tree | null {
  let nearest: Tree | null = null;
  for (const outer of trees) {
    if (isInside(tree.real, outer.real) && outer.real.length > (nearest?.real.length ?? 0)) nearest = outer;
  }
  return nearest;
}

/** The spellings of a tree that are links, but for those that are entries of a planned tree anyway. */
function linksToWatch(tree: Tree, trees: Tree[]): string[] {
  const links = tree.links.filter(({ path, leadsTo }) => path !== leadsTo && !isSeen(path, trees));
  return [...new Set(links.map(({ spelled }) => spelled))];
}

function isSeen(path: string, trees: Tree[]): boolean {
  const inside = trees.filter(({ real }) => isInside(path, real)).sort((a, b) => b.real.length - a.real.length)[0];
  if (inside === undefined) return false;
  const { real, rules } = inside;
  return rules === null || !rules.ignores(path.slice(real.length).replace(/^\//, ''), false);
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
