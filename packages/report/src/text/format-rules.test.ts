import type { Verdict } from '@mam/state-guard';
import { expect, test } from 'vitest';
import { EVERYTHING, finding, treeFinding, verdictOf } from '../testing/verdicts.ts';
import { formatText, type TextOptions } from './format.ts';

const text = (verdict: Partial<Verdict>, options: Partial<TextOptions> = {}): string =>
  formatText(verdictOf(verdict), { color: false, ...options });

test.each(['observe', 'read-only'] as const)('under %s nothing was captured, whoever did it', (mode) => {
  const said = text({ verdict: 'leaks', mode, leaks: [treeFinding({ by: 'run' })] });
  expect(said).toContain('\nleft in place; check and remove by hand; what was modified or removed is not restored\n');
  expect(said).not.toContain('captured');
});

test('a process, a tmux session and a line of a command are never captured', () => {
  for (const entry of ['process', 'tmux-session', 'line'] as const) {
    const said = text({
      verdict: 'leaks',
      mode: 'contain',
      leaks: [treeFinding({ change: 'added', entry, by: 'run' })],
    });
    expect(said).toContain('\nleft in place; check and remove by hand\n');
    expect(said).not.toContain('captured');
  }
});

test('others and the unknown are not captured either', () => {
  for (const by of ['others', 'unknown'] as const) {
    expect(text({ verdict: 'leaks', mode: 'contain', leaks: [treeFinding({ by })] })).not.toContain('captured');
  }
});

test('suspects count as leaks when strict, whether asked for or judged so', () => {
  const suspects = [finding()];
  expect(text({ suspects }, { strict: true })).toContain(
    '1 suspect, explained only by doubtful evidence; counted as leaks (--strict):',
  );
  expect(text({ suspects, verdict: 'leaks' })).toMatch(
    /^mam: 1 suspect, counted as a leak; pytest.*; counted as leaks \(--strict\):/s,
  );
});

test('a long list is cut with a count', () => {
  const leaks = Array.from({ length: 508 }, (_, n) => finding({ path: `/live/${n}` }));
  const said = text({ verdict: 'leaks', leaks });
  expect(said.match(/added record/g)?.length).toBe(20);
  expect(said).toContain('\n\n  … and 488 more; --json lists all\n\nleft in place');
  expect(said).toMatch(/^mam: 508 leaks; /);
});

test('every list is cut: leaks, suspects, excused, reasons, what is not covered, survivors', () => {
  const many = Array.from({ length: 5 }, (_, n) => n);
  const findings = many.map((n) => treeFinding({ path: `/live/${n}`, reason: `reason ${n}` }));
  const verdict: Partial<Verdict> = {
    verdict: 'leaks',
    leaks: findings,
    suspects: findings,
    excused: findings,
    notCovered: many.map((n) => ({ path: `/not/${n}`, reason: 'EACCES' })),
    survivors: many.map((n) => ({ pid: n + 1, name: `p${n}`, ended: false })),
  };
  const said = text(verdict, { maxPerList: 3, listExcused: true, listAll: 'see the attachment' });
  expect(said.match(/… and 2 more; see the attachment/g)?.length).toBe(6);
  expect(text(verdict, { maxPerList: 5, listExcused: true })).not.toContain('…');
});

test('colour only when asked for, and never in what was found', () => {
  expect(formatText(EVERYTHING, { color: false })).not.toContain('\u001b');
  expect(formatText(verdictOf(), { color: true })).toBe(
    'mam: \u001b[32mclean, 1 place watched, 812 entries; pytest -q exited with 0 (observe, 2.4 s)\u001b[39m\n',
  );
  // Without its codes it is the same text.
  const colored = formatText(EVERYTHING, { color: true });
  expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(formatText(EVERYTHING, { color: false }));
  expect(colored).toContain('\u001b[31madded record /live/.mam/jobs/a1.json\u001b[39m');
});

test('control characters are never raw, wherever they come from', () => {
  const nasty = 'a\u001b[2J\u0007\u202e\nb';
  const bad = treeFinding({
    path: `/live/${nasty}`,
    reason: nasty,
    agentSession: nasty,
    prompt: nasty,
    at: nasty,
    attribution: 'only',
    tests: [nasty],
    detail: { differs: [nasty], [nasty]: nasty, pathBase64: nasty, mode: { before: nasty, after: nasty } },
  });
  const said = text(
    {
      verdict: 'leaks',
      command: [nasty],
      leaks: [bad],
      suspects: [bad],
      excused: [bad],
      notCovered: [{ path: nasty, reason: nasty }],
      binding: { recorded: {}, dropped: [nasty], pinned: [nasty] },
      survivors: [{ pid: 1, name: nasty, ended: true }],
    },
    { listExcused: true, route: () => nasty },
  );
  expect(said).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(said.split('\n').filter((line) => line.startsWith('b'))).toEqual([]);
  expect(said).toContain('prompt         "a\\u001b[2J\\u0007\\u202e\\nb"');
});
