import { expect, test } from 'vitest';
import { EVERYTHING, finding, treeFinding, verdictOf } from '../testing/verdicts.ts';
import { formatGithub } from './format.ts';

const commandsOf = (text: string): string[] => text.split('\n').slice(0, -1);
const levels = (text: string): string[] => commandsOf(text).map((line) => /^::(\w+) /.exec(line)?.[1] ?? line);

test('a leak is an error with its facts; the headline is a notice', () => {
  const verdict = verdictOf({ verdict: 'leaks', leaks: [finding()] });
  expect(formatGithub(verdict, { route: () => 'MAM_JOBS_DIR' })).toMatchInlineSnapshot(`
    "::error title=mam%3A leak::added record /live/.mam/jobs/a1.json%0Areason: no agent_session%0Aagent session: none%0Aprompt: "issue 15"%0Awhen: 2026-03-04T05:06:07.890Z%0Awhose: not known%0Alikely route: MAM_JOBS_DIR%0Aleft in place; check and remove by hand
    ::notice title=mam::1 leak; pytest -q exited with 0 (observe, 2.4 s)
    "
  `);
});

test('a clean verdict is one notice', () => {
  expect(formatGithub(verdictOf())).toMatchInlineSnapshot(`
    "::notice title=mam::clean, 1 place watched, 812 entries; pytest -q exited with 0 (observe, 2.4 s)
    "
  `);
});

test('suspects are warnings, errors when strict; what is not covered is an error', () => {
  expect(levels(formatGithub(EVERYTHING))).toEqual([...Array(6).fill('error'), 'warning', 'notice']);
  expect(levels(formatGithub(EVERYTHING, { strict: true }))).toEqual([...Array(7).fill('error'), 'notice']);
  const judgedStrict = verdictOf({ verdict: 'leaks', suspects: [finding()] });
  expect(levels(formatGithub(judgedStrict))).toEqual(['error', 'notice']);
});

test('a finding cannot end its command nor begin another one', () => {
  const leaks = [treeFinding({ path: '/live/50%\r\n::set-output name=x::y', reason: 'a\n::error::b' })];
  const text = formatGithub(verdictOf({ verdict: 'leaks', leaks }));
  expect(levels(text)).toEqual(['error', 'notice']);
  expect(text).toContain('::modified file /live/50%25\\u000d\\u000a::set-output name=x::y%0A');
  expect(text).toContain('reason: a\\u000a::error::b%0A');
});

test('the title of a command has its colon escaped, as a property must', () => {
  expect(formatGithub(verdictOf({ verdict: 'leaks', leaks: [finding()] }))).toMatch(/^::error title=mam%3A leak::/);
});

test('beyond the ten of a level that GitHub shows, the tenth counts the rest', () => {
  const many = (number: number) => Array.from({ length: number }, (_, n) => finding({ path: `/live/${n}` }));
  const ten = commandsOf(formatGithub(verdictOf({ verdict: 'leaks', leaks: many(10) })));
  expect([ten.length, ten[9]]).toEqual([11, expect.stringContaining('added record /live/9%0A')]);
  const more = commandsOf(formatGithub(verdictOf({ verdict: 'leaks', leaks: many(497) })));
  expect(more.length).toBe(11);
  expect(more[8]).toContain('added record /live/8%0A');
  expect(more[9]).toBe('::error title=mam::… and 488 more; --json lists all');
});
