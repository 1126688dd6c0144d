import type { ContentOutcome } from './content.ts';
import type { EntryStore } from './entry-store.ts';
import type { ContentBudget } from './options.ts';
import type { Spelling } from './root.ts';

/**
 * What one look at a tree saw. Paths in it are byte strings. `entries` is compact and for this folder only; go through
 * `compareTree`, `compareLooks`, `encodeTreeLook`.
 */
export interface TreeLook {
  /** The real path of the watch root. */
  root: string;
  /** Tells this look from every other. */
  id: string;
  /** The look that this one followed, whose content it told again; null for a first look. */
  since: string | null;
  /** Milliseconds of the epoch; every entry was looked at later. */
  startedAt: number;
  spellings: Spelling[];
  /** See `devicesAbove`. */
  devicesAbove: (string | null)[];
  /** See `changedAbove`. */
  changedAbove: bigint | null;
  ignore: string[];
  exclude: string[];
  budget: ContentBudget;
  /** The patterns leave nothing of the tree but its root. */
  ignoresEverything: boolean;
  entries: EntryStore;
  /** Why an entry could not be looked at, or into, by its number. */
  problems: Map<number, string>;
  /** Why the content of a file was not recorded although the budget allowed it, by its number. */
  unreadable: Map<number, string>;
  /** What became of the content of files whose stamps moved since the look `since`, by their number. */
  outcomes: Map<number, ContentOutcome>;
}

/** The path of an entry, as a byte string. */
export function pathOf(look: { root: string; entries: EntryStore }, index: number): string {
  const names: string[] = [];
  for (let at = index; at !== 0; at = look.entries.parent[at] ?? 0) names.push(look.entries.names.at(at));
  if (names.length === 0) return look.root;
  const below = names.reverse().join('/');
  return look.root.endsWith('/') ? look.root + below : `${look.root}/${below}`;
}
