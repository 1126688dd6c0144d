import type { ChangeDetail } from '../model.ts';
import { entryKind } from './entry.ts';
import { GONE, IGNORED } from './entry-store.ts';
import type { Findings } from './findings.ts';
import { pathOf, type TreeLook } from './look.ts';
import { isoTime, observation, observeEntry, type PairContext } from './observe-entry.ts';
import type { Exclusions } from './options.ts';

export interface Subtree {
  /** The look that has it: the first for what was removed, the second for what was added. */
  look: TreeLook;
  index: number;
  excluded: Exclusions;
}

const UNMOUNTED = 'a file system was mounted here at the baseline and is gone';

/** Reports an entry that came, and all that is in it. */
export function reportAdded(findings: Findings, { look, index, excluded }: Subtree, context: PairContext): void {
  const members = membersOf(look, index, excluded);
  const counts = countBelow(look, members);
  for (const at of members) {
    if (look.entries.has(at, IGNORED)) {
      findings.ignored++;
      continue;
    }
    const path = pathOf(look, at);
    const found = observeEntry(path, { before: null, after: look.entries.entry(at) }, context);
    if (found !== null) findings.add(path, { ...found, detail: { ...found.detail, ...entriesDetail(counts.get(at)) } });
  }
}

/**
 * Reports an entry that went, and all that was in it; `changedAt` is the time of the nearest directory that is still
 * there. A file system that is no longer mounted is not covered: what is on it was not removed.
 */
export function reportRemoved(findings: Findings, { look, index, excluded }: Subtree, changedAt: bigint | null): void {
  const { entries } = look;
  const members = membersOf(look, index, excluded, (at) => {
    const mounted = isMountPoint(look, at);
    if (mounted) findings.addNotCovered(pathOf(look, at), UNMOUNTED);
    return !mounted;
  });
  const counts = countBelow(look, members);
  for (const at of members) {
    if (entries.has(at, IGNORED)) {
      findings.ignored++;
      continue;
    }
    const path = pathOf(look, at);
    const detail = { ...entriesDetail(counts.get(at)), ...changedDetail(changedAt) };
    findings.add(path, observation('removed', entryKind(entries.mode[at] ?? 0), path, null, detail));
  }
}

/** How many entries a tree holds below its root. */
export function entriesBelow(look: TreeLook): number {
  let count = 0;
  for (let index = 1; index < look.entries.count; index++) if (!look.entries.has(index, GONE)) count++;
  return count;
}

export function changedDetail(changedAt: bigint | null): ChangeDetail {
  return changedAt === null ? {} : { parentChangedAt: isoTime(changedAt) };
}

function entriesDetail(count: number | undefined): ChangeDetail {
  return count === undefined ? {} : { entries: count };
}

/** An entry and all that is in it, parents first. */
function membersOf(
  look: TreeLook,
  index: number,
  excluded: Exclusions,
  enter: (index: number) => boolean = () => true,
): number[] {
  const { entries } = look;
  const members = [index];
  for (let k = 0; k < members.length; k++) {
    const directory = members[k] ?? index;
    const { first, count } = entries.childrenOf(directory);
    if (count === 0 || !enter(directory)) continue;
    const hidden = excluded.size === 0 ? undefined : excluded.get(pathOf(look, directory));
    for (let child = first; child < first + count; child++) {
      if (!entries.has(child, GONE) && !hidden?.has(entries.names.at(child))) members.push(child);
    }
  }
  return members;
}

/** For each directory among the members that is not empty, how many of them are in it. */
function countBelow(look: TreeLook, members: number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (let k = members.length - 1; k > 0; k--) {
    const member = members[k] ?? 0;
    const parent = look.entries.parent[member] ?? 0;
    counts.set(parent, (counts.get(parent) ?? 0) + (counts.get(member) ?? 0) + 1);
  }
  return counts;
}

/** Whether another file system begins at a directory. */
function isMountPoint({ entries }: TreeLook, index: number): boolean {
  return index !== 0 && entries.deviceOf(index) !== entries.deviceOf(entries.parent[index] ?? 0);
}
