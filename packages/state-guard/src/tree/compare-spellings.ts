import { displayPath } from '../bytes/display-path.ts';
import type { ChangeDetail } from '../model.ts';
import type { Findings } from './findings.ts';
import { observation } from './observe-entry.ts';
import type { Spelling } from './root.ts';

/**
 * Compares where the spellings of a watch root lead. A link by which the user named the tree is part of what is watched:
 * when it is removed, replaced or turned elsewhere, the tree at its real path need not show it.
 */
export function compareSpellings(findings: Findings, before: readonly Spelling[], after: readonly Spelling[]): void {
  for (const was of before) {
    const is = after.find(({ spelled }) => spelled === was.spelled);
    if (is === undefined || was.kind === 'unseen' || is.kind === 'unseen') continue;
    compareSpelling(findings, was, is);
  }
}

function compareSpelling(findings: Findings, was: Spelling, is: Spelling): void {
  const link = was.kind === 'symlink';
  if (!link && was.path === is.path) return;
  if (link && is.kind === null) findings.add(was.path, observation('removed', 'symlink', was.path, null, {}));
  else if (link && is.kind !== null && is.kind !== 'unseen' && is.kind !== 'symlink') {
    add(findings, was, is.kind, { differs: ['type'], type: { before: 'symlink', after: is.kind } });
  } else if (was.leadsTo !== is.leadsTo) {
    const target = { before: displayPath(was.leadsTo).path, after: displayPath(is.leadsTo).path };
    add(findings, was, is.kind, { differs: ['target'], target });
  }
}

function add(findings: Findings, was: Spelling, now: Spelling['kind'], detail: ChangeDetail): void {
  const kind = now === null || now === 'unseen' ? 'symlink' : now;
  findings.add(was.path, observation('modified', kind, was.path, null, detail));
}
