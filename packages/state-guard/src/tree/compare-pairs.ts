import { compareEntries } from './compare-entries.ts';
import type { ContentOutcome } from './content.ts';
import { sameType } from './entry.ts';
import { GONE, IGNORED, UNREAD } from './entry-store.ts';
import type { Findings } from './findings.ts';
import { sameFingerprint } from './fingerprint.ts';
import { formerContent } from './former-content.ts';
import { pathOf, type TreeLook } from './look.ts';
import { observeEntry, type PairContext } from './observe-entry.ts';
import type { Exclusions } from './options.ts';
import { pairChildren } from './pair-children.ts';
import { reportAdded, reportRemoved } from './report-subtree.ts';
import { isSince, sameStamps } from './stamps.ts';

/** Two looks at one tree. */
export interface Looks {
  before: TreeLook;
  after: TreeLook;
  excluded: Exclusions;
}

const MOUNTED = 'a file system was mounted or unmounted here after the baseline';
const UNKNOWN: ContentOutcome = { content: 'unknown', reason: 'it was not looked at' };

/** Compares two entries that stand at one path, and all that is in them. */
export function comparePairs(findings: Findings, looks: Looks, before: number, after: number): void {
  const open: [number, number][] = [];
  const compare = (b: number, a: number) => {
    if (comparePair(findings, looks, b, a)) open.push([b, a]);
  };
  compare(before, after);
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) compareChildren(findings, looks, pair, compare);
}

/** The circumstances in which a change between two looks is observed. */
export function changeContext(before: TreeLook, content: () => ContentOutcome = () => UNKNOWN): PairContext {
  return { content, isSince: (timeNs) => isSince(before, timeNs) };
}

function compareChildren(
  findings: Findings,
  { before, after, excluded }: Looks,
  [parentBefore, parentAfter]: [number, number],
  compare: (before: number, after: number) => void,
): void {
  const hidden = excluded.size === 0 ? undefined : excluded.get(pathOf(before, parentBefore));
  const children = [before.entries.childrenOf(parentBefore), after.entries.childrenOf(parentAfter)] as const;
  pairChildren(...children, (b, a) => {
    const was = b >= 0 && !before.entries.has(b, GONE);
    const is = a >= 0 && !after.entries.has(a, GONE);
    if (was && hidden?.has(before.entries.names.at(b))) return;
    if (was && is) compare(b, a);
    else if (was)
      reportRemoved(findings, { look: before, index: b, excluded }, after.entries.mtime[parentAfter] ?? null);
    else if (is) reportAdded(findings, { look: after, index: a, excluded }, changeContext(before));
  });
}

/** Compares two entries by themselves. True when there is something to go on into. */
function comparePair(findings: Findings, looks: Looks, b: number, a: number): boolean {
  const before = looks.before.entries;
  const after = looks.after.entries;
  const modes = [before.mode[b] ?? 0, after.mode[a] ?? 0] as const;
  if (modes[0] === 0 || modes[1] === 0) return false;
  const directories = before.isDirectory(b) && after.isDirectory(a);
  const ignored = before.has(b, IGNORED) || after.has(a, IGNORED);
  if (ignored && sameType(...modes)) {
    if (!directories && isChanged(looks, b, a)) findings.ignored++;
    return false;
  }
  if (directories && before.deviceOf(b) !== after.deviceOf(a)) {
    findings.addNotCovered(pathOf(looks.after, a), MOUNTED);
    return false;
  }
  if (isMoved(looks, b, a)) observePair(findings, looks, b, a);
  if (before.has(b, UNREAD) || after.has(a, UNREAD)) return false;
  return before.isDirectory(b) || after.isDirectory(a);
}

function observePair(findings: Findings, { before, after }: Looks, b: number, a: number): void {
  const path = pathOf(after, a);
  const pair = { before: before.entries.entry(b), after: after.entries.entry(a) };
  const context = changeContext(before, () => contentOutcome({ before, after }, b, a));
  findings.add(path, observeEntry(path, pair, context));
}

function isMoved({ before, after }: Looks, b: number, a: number): boolean {
  return !sameStamps(before.entries, b, after.entries, a) || after.outcomes.has(a);
}

/** Whether an ignored entry is another than it was, by its stamps alone. */
function isChanged(looks: Looks, b: number, a: number): boolean {
  if (!isMoved(looks, b, a)) return false;
  const { before, after } = looks;
  return compareEntries(before.entries.entry(b), after.entries.entry(a), { content: () => UNKNOWN }) !== null;
}

/** What became of the content: told when the second look was taken, else by what both looks recorded. */
function contentOutcome({ before, after }: Omit<Looks, 'excluded'>, b: number, a: number): ContentOutcome {
  const told = after.since === before.id ? after.outcomes.get(a) : undefined;
  if (told !== undefined) return told;
  const former = formerContent(before, b);
  if (typeof former === 'string') return { content: 'unknown', reason: former };
  const now = formerContent(after, a);
  if (typeof now === 'string') return { content: 'unknown', reason: 'its later content was not recorded' };
  return { content: sameFingerprint(former, now) ? 'same' : 'changed' };
}
