import type { ChangeKind, Finding } from '@mam/state-guard';
import { count } from './count.ts';
import { printable, quoted } from './printable.ts';

const DIFFERS: Record<string, string> = {
  content: 'content changed',
  mode: 'mode changed',
  owner: 'owner changed',
  type: 'type changed',
  target: 'link target changed',
  size: 'size changed',
};

const WENT: Record<ChangeKind, string> = { added: 'came with it', removed: 'went with it', modified: 'in it' };

/** The keys of `ChangeDetail` that have a wording; any other is printed by its name. */
const WORDED = new Set([
  'appendedLines',
  'sameBytes',
  'differs',
  'mode',
  'type',
  'entries',
  'pid',
  'ageMs',
  'pathBase64',
  'parentChangedAt',
]);

/** The facts of a finding's detail, one wording each: `1 line appended`, `mode 0600 -> 0644`. */
export function detailWords(finding: Finding): string[] {
  const { change, detail } = finding;
  const words: string[] = [];
  if (detail.type) words.push(`type ${detail.type.before} -> ${detail.type.after}`);
  if (detail.appendedLines !== undefined) words.push(`${count(detail.appendedLines, 'line')} appended`);
  if (detail.sameBytes) words.push('same bytes rewritten');
  if (detail.mode) words.push(`mode ${printable(detail.mode.before)} -> ${printable(detail.mode.after)}`);
  for (const what of detail.differs ?? []) {
    if (!saidBetter(finding, what)) words.push(DIFFERS[what] ?? `${printable(what)} changed`);
  }
  if (detail.entries !== undefined) words.push(`${count(detail.entries, 'entry', 'entries')} ${WENT[change]}`);
  if (detail.pid !== undefined) words.push(`pid ${detail.pid}`);
  if (detail.ageMs !== undefined) words.push(`${(detail.ageMs / 1000).toFixed(1)} s old`);
  if (detail.parentChangedAt !== undefined) {
    words.push(`its directory last changed at ${printable(detail.parentChangedAt)}`);
  }
  if (detail.pathBase64 !== undefined) words.push(`path in base64 ${printable(detail.pathBase64)}`);
  return [...words, ...unworded(detail)];
}

function saidBetter({ detail }: Finding, what: string): boolean {
  if (what === 'type') return detail.type !== undefined;
  if (what === 'mode') return detail.mode !== undefined;
  return (what === 'content' || what === 'size') && (detail.appendedLines !== undefined || detail.sameBytes === true);
}

function unworded(detail: Finding['detail']): string[] {
  return Object.entries(detail)
    .filter(([key, value]) => !WORDED.has(key) && value !== undefined)
    .map(([key, value]) => `${printable(key)} ${typeof value === 'string' ? quoted(value) : json(value)}`);
}

function json(value: unknown): string {
  return printable(JSON.stringify(value) ?? String(value));
}
