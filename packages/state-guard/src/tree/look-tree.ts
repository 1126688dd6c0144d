import { randomUUID } from 'node:crypto';
import { EntryStore, IGNORED } from './entry-store.ts';
import { type IgnoreRules, ignoreRules, ignoresEverything } from './ignore-rules.ts';
import type { TreeLook } from './look.ts';
import { type CompareOptions, contentBudget, exclusions, type LookOptions } from './options.ts';
import { recordContents } from './record-content.ts';
import { changedAbove, devicesAbove, readSpelling, resolveEntry, resolveRoot } from './root.ts';
import { walkTree } from './walk.ts';

/** What a look needs to know before it begins. */
type Plan = Pick<TreeLook, 'root' | 'ignore' | 'exclude' | 'budget'> & { spelled: string[]; room: number };

/**
 * Looks at a file or a tree. A root that is a symbolic link is resolved once, and the real thing is watched, under its
 * real path; below it, no link is followed, and nothing is opened but regular files. A root that does not exist is a look
 * too. What cannot be looked at is in the comparison's `notCovered`; nothing is thrown for it.
 */
export function lookTree(root: string, options: LookOptions = {}): TreeLook {
  const plan: Plan = {
    root: resolveRoot(root),
    ignore: [...(options.ignore ?? [])],
    exclude: (options.exclude ?? []).map(resolveEntry),
    budget: contentBudget(options.content),
    spelled: [...(options.spelled ?? [root])],
    room: 1024,
  };
  const look = takeLook(plan, null, options.progress);
  recordContents(look);
  return look;
}

/** Looks at a tree again, as `before` was taken; reads only what moved since. */
export function lookAgain(before: TreeLook, options: CompareOptions = {}): TreeLook {
  const plan: Plan = {
    root: before.root,
    ignore: before.ignore,
    exclude: [...before.exclude, ...(options.exclude ?? []).map(resolveEntry)],
    budget: before.budget,
    spelled: [],
    room: before.entries.count + 64,
  };
  const look = takeLook(plan, before, options.progress);
  if (options.keep === true) recordContents(look);
  return look;
}

function takeLook(plan: Plan, since: TreeLook | null, progress: LookOptions['progress']): TreeLook {
  const { root, ignore, exclude, budget } = plan;
  const rules = ignoreRules(ignore);
  const look: TreeLook = {
    root,
    id: randomUUID(),
    since: since?.id ?? null,
    startedAt: Date.now(),
    spellings: since ? since.spellings.map(({ spelled }) => readSpelling(spelled)) : plan.spelled.map(readSpelling),
    devicesAbove: devicesAbove(root),
    changedAbove: changedAbove(root),
    ignore,
    exclude,
    budget,
    ignoresEverything: false,
    entries: new EntryStore(plan.room),
    problems: new Map(),
    unreadable: new Map(),
    outcomes: new Map(),
  };
  walkTree({ look, since, rules, excluded: exclusions(exclude), progress: progress ?? (() => {}) });
  look.ignoresEverything = leavesNothing(look, rules);
  return look;
}

/** Whether patterns hide every entry below the root; where there is none, whether they would. */
function leavesNothing({ entries }: TreeLook, rules: IgnoreRules | null): boolean {
  if (rules === null || (entries.count > 0 && !entries.isDirectory(0))) return false;
  const { first, count } = entries.childrenOf(0);
  for (let index = first; index < first + count; index++) if (!entries.has(index, IGNORED)) return false;
  return count > 0 || ignoresEverything(rules);
}
