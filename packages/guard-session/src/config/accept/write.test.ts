import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '@mam/state-guard';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acceptedEvidence } from '../../session/accepted.ts';
import { makeProject, type Project } from '../testing/project.ts';
import { writeAccept } from './write.ts';

let project: Project;
beforeEach(() => {
  project = makeProject();
});
afterEach(() => project.remove());

type Found = Pick<Finding, 'path' | 'entry' | 'reason'>;
const found = (path: string, reason = 'new file', entry: Finding['entry'] = 'file'): Found => ({ path, entry, reason });
const TODAY = new Date(2026, 10, 30);

const write = (...findings: Found[]) =>
  writeAccept({ file: project.file, findings, env: { HOME: project.home }, today: TODAY });
const text = () => readFileSync(project.file, 'utf8');
/** Paths as the guard takes them from the file. */
const paths = () => project.load()?.options.accept?.map(({ value }) => value.path);

test('a configuration is made, its paths written as short as they resolve', () => {
  const { home, checkout } = project;
  const all = [
    found(join(checkout, '.mam/jobs/a.json'), 'no agent_session', 'record'),
    found(join(home, '.agent/b c: #')),
    found('/elsewhere/$x'),
    found('tmux:left', 'new tmux session', 'tmux-session'),
    found('command:crontab#* * * $X', 'new line', 'line'),
  ];
  const { until, added, renewed, skipped } = write(...all);
  expect([until, renewed, skipped]).toEqual(['2026-12-30', [], []]);
  expect(added.map(({ path }) => path)).toEqual([
    '.mam/jobs/a.json',
    '~/.agent/b c: #',
    '/elsewhere/$$x',
    'tmux:left',
    'command:crontab#* * * $X',
  ]);
  expect(paths()).toEqual(all.map(({ path }) => path));
  expect(text().split('\n').slice(0, 5)).toEqual([
    '# What mam watches, drops and accepts here; mam config show tells what it comes to.',
    'accept:',
    '  - path: .mam/jobs/a.json',
    '    reason: "TODO: say why (no agent_session)"',
    '    until: 2026-12-30',
  ]);
  expect(readdirSync(checkout).sort()).toEqual(['.git', 'mam.config.yaml']);
});

test('a second time adds to the first, and a path that is found twice stands once', () => {
  write(found('/x/a'));
  expect(write(found('/x/b'), found('/x/b', 'changed: mode')).added).toEqual([
    { path: '/x/b', reason: 'TODO: say why (new file)', until: '2026-12-30' },
  ]);
  expect(paths()).toEqual(['/x/a', '/x/b']);
});

test('an entry whose day is past is renewed, its reason kept, also one of a pattern and one behind a link', () => {
  mkdirSync(join(project.home, 'real'));
  symlinkSync('real', join(project.home, 'link'));
  const lines = ['/x/a', '/y/**', '~/link/*', '/x/z'].map(
    (path) => `- { path: ${path}, reason: old, until: 2026-11-29 } # ours\n`,
  );
  project.write(`accept:\n${lines.join('')}`);
  const result = write(found('/x/a'), found('/y/1/2'), found(join(project.home, 'real/f')), found('/x/b'));
  expect(result.renewed).toEqual(['/x/a', '/y/**', join(project.home, 'link/*')]);
  expect(result.added.map(({ path }) => path)).toEqual(['/x/b']);
  expect(text().match(/until: \S+/g)).toEqual([
    ...Array(3).fill('until: 2026-12-30'),
    'until: 2026-11-29',
    'until: 2026-12-30',
  ]);
  expect(text().match(/# ours/g)).toHaveLength(4);
});

test('many findings in one directory become one entry that meets them all', () => {
  const many = Array.from({ length: 21 }, (_, index) =>
    found(`/live/jobs/${index}.json`, 'no agent_session', 'record'),
  );
  const sessions = many.map((_, index) => found(`/live/s.yaml#${index}`, 'new', 'agent-session'));
  const { added } = write(...many, found('/live/other'), ...sessions);
  expect(added.slice(0, 2)).toEqual([
    { path: '/live/jobs/*', reason: 'TODO: say why (21 findings)', until: '2026-12-30' },
    { path: '/live/other', reason: 'TODO: say why (new file)', until: '2026-12-30' },
  ]);
  expect(added).toHaveLength(23);
});

test('a path that no entry can name is said, and nothing is written for it', () => {
  expect(write(found('/x//../y')).skipped).toEqual(['/x//../y']);
  expect(lstatSync(project.file, { throwIfNoEntry: false })).toBe(undefined);
});

test('the file keeps its mode, and a link stays one', () => {
  const real = join(project.dir, 'real.yaml');
  writeFileSync(real, 'pin: true\n', { mode: 0o600 });
  symlinkSync('../real.yaml', project.file);
  write(found('/x/a'));
  expect([lstatSync(project.file).isSymbolicLink(), statSync(real).mode & 0o777]).toEqual([true, 0o600]);
  expect(paths()).toEqual(['/x/a']);
  expect(readdirSync(project.dir).sort()).toEqual(['checkout', 'home', 'real.yaml']);
});

test('a configuration that became invalid is left as it is', () => {
  project.write('wach: [x]\n');
  expect(() => write(found('/x/a'))).toThrow('unknown key "wach"');
  expect(text()).toBe('wach: [x]\n');
});

test('the day after 30 days is over, whatever the month', () => {
  const at = (today: Date) => writeAccept({ file: project.file, findings: [], env: {}, today }).until;
  expect([at(new Date(2027, 0, 31, 23, 59)), at(new Date(2027, 11, 15))]).toEqual(['2027-03-02', '2028-01-14']);
});

test('what was written is taken as evidence', () => {
  write(found('/x/a'));
  const accept = project.load()?.options.accept?.map(({ value }) => value) ?? [];
  const evidence = acceptedEvidence(accept);
  expect(evidence.accepted).toEqual([{ path: '/x/a', reason: 'TODO: say why (new file)', until: '2026-12-30' }]);
});
