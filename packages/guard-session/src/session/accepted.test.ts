import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acceptedEvidence, dayOf, spellingsOf } from './accepted.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'mam-accepted-')));
  mkdirSync(join(dir, 'real'));
  writeFileSync(join(dir, 'real/file'), '');
  symlinkSync('real', join(dir, 'link'));
  symlinkSync('real/file', join(dir, 'to-file'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const at = (name: string) => join(dir, name);
const entry = (path: string) => ({ path, reason: 'r', until: '2099-12-31' });

test.each([
  ['real/file', ['real/file']],
  ['link/file', ['link/file', 'real/file']],
  ['link/**', ['link/**', 'real/**']],
  ['link/absent/*', ['link/absent/*', 'real/absent/*']],
  ['link/sessions.yaml#a/b', ['link/sessions.yaml#a/b', 'real/sessions.yaml#a/b']],
  ['to-file', ['to-file', 'real/file']],
  ['link', ['link', 'real']],
])('%s counts as %j', (path, expected) => {
  expect(spellingsOf(at(path))).toEqual(expected.map(at));
});

test('what is no file has one spelling', () => {
  expect(spellingsOf('tmux:../x')).toEqual(['tmux:../x']);
});

test('a path is unused when no spelling of it was used', () => {
  const evidence = acceptedEvidence([
    { ...entry(at('link/file')), source: '/c/mam.config.yaml:3' },
    entry(at('real/other')),
  ]);
  const [asWritten, real, other] = evidence.accepted;
  if (!asWritten || !real || !other) throw new Error('three spellings were expected');
  expect(evidence.unusedNotes([asWritten, other])).toEqual([
    `The accepted path ${JSON.stringify(at('real/other'))} met no finding of this run; take it out if it is mended.`,
  ]);
  expect(evidence.unusedNotes([asWritten, real])).toEqual([
    `The accepted path ${JSON.stringify(at('link/file'))} (/c/mam.config.yaml:3) met no finding of this run; take it out if it is mended.`,
  ]);
});

test('a day is that of the place where the guard runs', () => {
  expect([dayOf(new Date(2026, 0, 2, 0, 0)), dayOf(new Date(2026, 0, 2, 23, 59))]).toEqual([
    '2026-01-02',
    '2026-01-02',
  ]);
});
