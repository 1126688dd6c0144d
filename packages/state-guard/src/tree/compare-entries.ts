import { displayPath } from '../bytes/display-path.ts';
import type { ChangeDetail } from '../model.ts';
import type { ContentOutcome } from './content.ts';
import { entryKind, isDirectory, isFile, isSymlink, sameType, type TreeEntry } from './entry.ts';

export interface EntryComparison {
  /** What became of the content of a file; asked only of two files. */
  content: () => ContentOutcome;
  /** The two are different inodes by nature, as below and above an overlay: neither inode nor ctime tells anything. */
  layered?: boolean;
}

/**
 * What differs between two looks at one path, or null for nothing.
 *
 * Of a directory only type, mode and owner count. A file with other stamps and the same bytes was rewritten, replaced or
 * touched: `sameBytes`. A moved ctime alone is no change when the content is proven the same: a hard link made elsewhere, a
 * mode that went there and back, a backup that restored an access time. When it is not proven, it is a change, unless
 * mode, owner or the number of links explain it.
 */
export function compareEntries(before: TreeEntry, after: TreeEntry, comparison: EntryComparison): ChangeDetail | null {
  if (!sameType(before.mode, after.mode)) {
    return { differs: ['type'], type: { before: entryKind(before.mode), after: entryKind(after.mode) } };
  }
  const detail: ChangeDetail = {};
  const differs: string[] = [];
  const layered = comparison.layered ?? false;
  if (isFile(after.mode)) compareContent(before, after, comparison.content(), layered, detail, differs);
  else if (isSymlink(after.mode)) compareTarget(before, after, layered, detail, differs);
  else if (!isDirectory(after.mode) && !layered && isReplaced(before, after)) detail.replaced = true;
  comparePermission(before, after, detail, differs);
  if (differs.length > 0) detail.differs = differs;
  if (Object.keys(detail).length === 0) return null;
  if (!layered && !isDirectory(after.mode) && otherInode(before, after)) detail.replaced = true;
  return detail;
}

function compareContent(
  before: TreeEntry,
  after: TreeEntry,
  outcome: ContentOutcome,
  layered: boolean,
  detail: ChangeDetail,
  differs: string[],
): void {
  const rewritten = before.mtimeNs !== after.mtimeNs || (!layered && otherInode(before, after));
  if (outcome.content === 'same') {
    if (rewritten) detail.sameBytes = true;
    return;
  }
  const resized = before.size !== after.size;
  if (outcome.content === 'unknown' && !resized) {
    if (!rewritten && isExplained(before, after)) return;
    differs.push('stamps');
    detail.contentUnknown = outcome.reason;
    return;
  }
  differs.push('content');
  if (resized) {
    differs.push('size');
    detail.size = { before: before.size, after: after.size };
  }
  if (outcome.content === 'unknown') detail.contentUnknown = outcome.reason;
  if (outcome.content === 'appended') {
    detail.appendedBytes = outcome.bytes;
    if (outcome.lines !== null) detail.appendedLines = outcome.lines;
  }
}

/** Whether something that is found anyway, or is none of the tree's business, moved the ctime. */
function isExplained(before: TreeEntry, after: TreeEntry): boolean {
  const permission = before.mode !== after.mode || before.uid !== after.uid || before.gid !== after.gid;
  return permission || before.links !== after.links || before.ctimeNs === after.ctimeNs;
}

function compareTarget(
  before: TreeEntry,
  after: TreeEntry,
  layered: boolean,
  detail: ChangeDetail,
  differs: string[],
): void {
  if (before.target !== after.target) {
    differs.push('target');
    detail.target = { before: shown(before.target), after: shown(after.target) };
  } else if (before.mtimeNs !== after.mtimeNs || (!layered && otherInode(before, after))) detail.sameBytes = true;
}

function comparePermission(before: TreeEntry, after: TreeEntry, detail: ChangeDetail, differs: string[]): void {
  if (before.mode !== after.mode) {
    differs.push('mode');
    detail.mode = { before: octal(before.mode), after: octal(after.mode) };
  }
  if (before.uid !== after.uid || before.gid !== after.gid) {
    differs.push('owner');
    detail.owner = { before: `${before.uid}:${before.gid}`, after: `${after.uid}:${after.gid}` };
  }
}

/** A number can be taken again at once by the next inode; its time of birth cannot. */
function isReplaced(before: TreeEntry, after: TreeEntry): boolean {
  return otherInode(before, after) || before.birthtimeNs !== after.birthtimeNs;
}

function otherInode(before: TreeEntry, after: TreeEntry): boolean {
  return before.ino !== after.ino || before.dev !== after.dev;
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}

function shown(target: string | null): string {
  return displayPath(target ?? '').path;
}
