import { describe, expect, it } from 'vitest';
import { judge } from '../judge/judge.ts';
import type { Finding, Observation } from '../model.ts';
import { seen } from '../testing/observations.ts';
import { attribute, type TestWindow } from './attribute.ts';

const BASE = Date.UTC(2026, 0, 1);

function window(test: string, start: number, end: number | null, worker = '0'): TestWindow {
  return { test, start: BASE + start, end: end === null ? null : BASE + end, worker };
}

/** A finding that came about so many milliseconds after the start of everything. */
function finding(ms: number | null, more: Partial<Observation> = {}): Finding {
  const at = ms === null ? null : new Date(BASE + ms).toISOString();
  const { leaks } = judge([seen({ at, ...more })], { sessions: { before: new Set(), now: new Set() } });
  return leaks[0] as Finding;
}

function attributed(one: Finding, ...windows: TestWindow[]): [string | null, string[]] {
  const [found] = attribute([one], windows);
  return [found?.attribution ?? null, found?.tests ?? []];
}

describe('attribute', () => {
  const first = window('a', 0, 1000);
  const second = window('b', 2000, 3000);

  it.for([
    [500, ['only', ['a']]],
    [0, ['only', ['a']]],
    [1000, ['only', ['a']]],
    [1001, ['outside', []]],
    [1500, ['outside', []]],
    [2500, ['only', ['b']]],
    [9000, ['outside', []]],
  ] as const)('at %d ms gives %j', ([ms, expected]) => {
    expect(attributed(finding(ms), first, second)).toEqual(expected);
  });

  it('gives every test that ran at the time, when several did', () => {
    const other = window('c', 400, 2200, '1');
    expect(attributed(finding(500), first, second, other)).toEqual(['candidates', ['a', 'c']]);
    expect(attributed(finding(1500), first, second, other)).toEqual(['only', ['c']]);
  });

  it('takes a window that was never closed as lasting to the end', () => {
    expect(attributed(finding(99_000), first, window('hung', 5000, null))).toEqual(['only', ['hung']]);
    expect(attributed(finding(4000), first, window('hung', 5000, null))).toEqual(['outside', []]);
  });

  it('allows for the clock of files being a tick behind, at the start of a test', () => {
    const next = window('b', 1001, 2000);
    expect(attributed(finding(995), first, next)).toEqual(['candidates', ['a', 'b']]);
    expect(attributed(finding(990), first, next)).toEqual(['only', ['a']]);
    expect(attributed(finding(1001), first, next)).toEqual(['only', ['b']]);
  });

  it('names a test once, that was tried again or ran in two workers', () => {
    expect(attributed(finding(500), first, window('a', 300, 900, '1'))).toEqual(['only', ['a']]);
  });

  it('has only the parent’s time for what is gone, and never says "only"', () => {
    const gone = (ms: number) =>
      finding(null, { change: 'removed', detail: { parentChangedAt: new Date(BASE + ms).toISOString() } });
    expect(attributed(gone(500), first, second)).toEqual(['candidates', ['a']]);
    expect(attributed(gone(1500), first, second)).toEqual([null, []]);
  });

  it('says nothing of a finding without a time', () => {
    expect(attributed(finding(null), first)).toEqual([null, []]);
  });

  it('says nothing without windows, and leaves everything else of a finding', () => {
    const one = { ...finding(500), tests: ['old'], attribution: 'only' as const };
    expect(attribute([one], [])).toEqual([{ ...one, tests: [], attribution: null }]);
    const [found] = attribute([one], [second]);
    expect(found).toEqual({ ...one, tests: [], attribution: 'outside' });
    expect(one.tests).toEqual(['old']);
  });
});
