import { fromText, ignoreRules } from '@mam/state-guard';
import type { ProbeSpec } from '../probes.ts';

type TreeSpec = Extract<ProbeSpec, { name: 'tree' }>;

/** What of a layer is not to be reported. */
export interface LayerRules {
  /** Whether a path, a byte string, is left out with all that is below it. */
  skip(path: string, directory: boolean): boolean;
  /** How many paths the ignore patterns left out so far. */
  ignored(): number;
}

/** The ignore patterns and exclusions of watched trees, each for its own root; the innermost tree decides. */
export function layerRules(trees: readonly TreeSpec[]): LayerRules {
  const rooted = trees
    .map(({ tree, ignore }) => ({
      root: fromText(tree.root),
      excluded: new Set(tree.exclude.map(fromText)),
      rules: ignoreRules(ignore),
    }))
    .sort((a, b) => b.root.length - a.root.length);
  let ignored = 0;
  return {
    skip(path, directory) {
      const tree = rooted.find(({ root }) => path.startsWith(`${root}/`));
      if (tree === undefined) return false;
      if (tree.excluded.has(path)) return !rooted.some(({ root }) => root === path);
      const hidden = tree.rules?.ignores(path.slice(tree.root.length + 1), directory) ?? false;
      if (hidden) ignored += 1;
      return hidden;
    },
    ignored: () => ignored,
  };
}
