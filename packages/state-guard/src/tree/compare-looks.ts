import { displayPath } from '../bytes/display-path.ts';
import type { NotCovered, Observation, Watched } from '../model.ts';
import { changeContext, comparePairs, type Looks } from './compare-pairs.ts';
import { compareSpellings } from './compare-spellings.ts';
import { entryKind, isDirectory, sameType } from './entry.ts';
import { GONE, IGNORED } from './entry-store.ts';
import { Findings } from './findings.ts';
import { pathOf, type TreeLook } from './look.ts';
import { observation, observeEntry } from './observe-entry.ts';
import { exclusions } from './options.ts';
import { changedDetail, entriesBelow, reportAdded } from './report-subtree.ts';

export interface TreeComparison {
  /** Sorted by the bytes of their paths. */
  observations: Observation[];
  notCovered: NotCovered[];
  watched: Watched;
  /** How many changes the patterns took out. What is inside an ignored directory is not looked at and not counted. */
  ignored: number;
  /** The patterns leave nothing of the tree but its root. */
  ignoresEverything: boolean;
}

const MOUNTED_ABOVE = 'a file system was mounted or unmounted here or above after the baseline';

/** What differs between two looks at one tree. Reads nothing. */
export function compareLooks(before: TreeLook, after: TreeLook): TreeComparison {
  const findings = new Findings();
  const looks = { before, after, excluded: exclusions([...before.exclude, ...after.exclude]) };
  for (const look of [before, after]) addProblems(findings, look);
  compareSpellings(findings, before.spellings, after.spellings);
  if (otherDevices(before, after)) findings.addNotCovered(before.root, MOUNTED_ABOVE);
  else compareRoots(findings, looks);
  return {
    observations: findings.observations(),
    notCovered: findings.notCovered(),
    watched: { probe: 'tree', path: displayPath(before.root).path, entries: entryCount(before) },
    ignored: findings.ignored,
    ignoresEverything: before.ignoresEverything || after.ignoresEverything,
  };
}

/** How many entries a look holds, the root and the ignored ones among them. */
function entryCount(look: TreeLook): number {
  return isThere(look) ? entriesBelow(look) + 1 : 0;
}

function compareRoots(findings: Findings, looks: Looks): void {
  const { before, after, excluded } = looks;
  if (isUnseen(before) || isUnseen(after)) return;
  const was = isThere(before);
  const is = isThere(after);
  if (!was && is) reportAdded(findings, { look: after, index: 0, excluded }, changeContext(before));
  else if (was && !is) reportRootRemoved(findings, before, after);
  else if (was && is && isOtherType(before, after)) reportRootReplaced(findings, looks);
  else if (was && is) comparePairs(findings, looks, 0, 0);
}

/** A root that went is one finding: what was in it is counted. */
function reportRootRemoved(findings: Findings, before: TreeLook, after: TreeLook): void {
  const kind = entryKind(before.entries.mode[0] ?? 0);
  const detail = { ...lostEntries(before), ...changedDetail(after.changedAbove) };
  findings.add(before.root, observation('removed', kind, before.root, null, detail));
}

function reportRootReplaced(findings: Findings, { before, after, excluded }: Looks): void {
  const pair = { before: before.entries.entry(0), after: after.entries.entry(0) };
  const found = observeEntry(before.root, pair, changeContext(before));
  if (found !== null) findings.add(before.root, { ...found, detail: { ...found.detail, ...lostEntries(before) } });
  const { first, count } = after.entries.childrenOf(0);
  for (let index = first; index < first + count; index++) {
    if (!after.entries.has(index, GONE)) {
      reportAdded(findings, { look: after, index, excluded }, changeContext(before));
    }
  }
}

function lostEntries(before: TreeLook): { entries?: number } {
  return before.entries.modeOf(0, isDirectory) ? { entries: entriesBelow(before) } : {};
}

function addProblems(findings: Findings, look: TreeLook): void {
  for (const [index, reason] of look.problems) {
    if (!look.entries.has(index, GONE | IGNORED)) findings.addNotCovered(pathOf(look, index), reason);
  }
}

/** Another device above the root, or of the root itself, is another file system than the one that was looked at. */
function otherDevices(before: TreeLook, after: TreeLook): boolean {
  const above = before.devicesAbove.some((device, depth) => {
    const now = after.devicesAbove[depth] ?? null;
    return device !== null && now !== null && device !== now;
  });
  if (above || !isThere(before) || !isThere(after)) return above;
  const directories = before.entries.isDirectory(0) && after.entries.isDirectory(0);
  return directories && before.entries.deviceOf(0) !== after.entries.deviceOf(0);
}

function isOtherType(before: TreeLook, after: TreeLook): boolean {
  return !sameType(before.entries.mode[0] ?? 0, after.entries.mode[0] ?? 0);
}

/** Whether it is not even known if there is a root. */
function isUnseen({ entries }: TreeLook): boolean {
  return entries.count > 0 && entries.mode[0] === 0;
}

function isThere({ entries }: TreeLook): boolean {
  return entries.count > 0 && !entries.has(0, GONE);
}
