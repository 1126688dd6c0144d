import { expect, test } from '@mam/fixtures';
import type { Finding, Verdict } from '@mam/state-guard';
import { added, type Expectation, type FieldCase, type Mode } from '../../field-cases/field-case.ts';
import { mismatches } from '../../field-cases/match.ts';
import type { Outcome } from '../../field-cases/run-case.ts';

const LEAK: Finding = {
  change: 'added',
  entry: 'file',
  path: '/case/live/x',
  probe: 'tree',
  reason: 'new file',
  by: 'run',
  agentSession: null,
  prompt: null,
  at: null,
  late: false,
  attribution: null,
  tests: [],
  detail: {},
};

function outcome(leaks: Finding[], more: Partial<Outcome> = {}): Outcome {
  const report = {
    leaks,
    suspects: [],
    excused: [],
    notCovered: [],
    ignored: 0,
    binding: { recorded: {}, dropped: ['A'], pinned: [] },
  } as unknown as Verdict;
  const [before, after] = [new Map([['/case/live', 'as it was']]), new Map([['/case/live', 'as it was']])];
  return { status: 3, stdout: 'out\n', stderr: '', report, places: { T: '/case' }, before, after, ...more };
}

const said = (expectation: Partial<Expectation>, seen: Outcome, mode: Mode = 'contain') => {
  const fieldCase: FieldCase = { id: 'x', fault: 'x', run: 'true', expect: { leaks: [EXPECTED], ...expectation } };
  return mismatches(fieldCase, mode, seen).join('\n');
};
const EXPECTED = added('file', '$T/live/x');
const fault = (more: Partial<Finding>) => said({}, outcome([{ ...LEAK, ...more }]));

test('a case holds when all is as expected, and a near path may leak too', () => {
  expect(said({ dropped: ['A'], output: 'out', status: 3 }, outcome([LEAK]))).toBe('');
  expect(said({}, outcome([LEAK, { ...LEAK, path: '/case/live/x/y' }, { ...LEAK, path: '/case/live' }]))).toBe('');
  expect(said({ allow: ['$T/other/**'] }, outcome([LEAK, { ...LEAK, path: '/case/other/a/b' }]))).toBe('');
});

test('each way in which a finding can differ is told', () => {
  expect(said({}, outcome([]))).toContain('missing leak');
  for (const more of [
    { path: '/case/live/y' },
    { change: 'modified' },
    { entry: 'directory' },
    { by: 'unknown' },
  ] satisfies Partial<Finding>[]) {
    expect(fault(more)).toContain('missing leak');
  }
  expect(said({ leaks: [added('file', '$T/live/x', { reason: 'other' })] }, outcome([LEAK]))).toContain('missing leak');
  expect(said({ leaks: [added('file', '$T/live/x', { late: true })] }, outcome([LEAK]))).toContain('missing leak');
  expect(said({ leaks: [added('file', '$T/live/x', { tests: ['a'] })] }, outcome([LEAK]))).toContain('missing leak');
  const counted = added('file', '$T/live/x', { detail: { entries: 2 } });
  expect(said({ leaks: [counted] }, outcome([{ ...LEAK, detail: { entries: 3 } }]))).toContain('missing leak');
});

test('what is not expected is told: another leak, a suspect, something loud, a status, an output, a name, a look that failed', () => {
  expect(said({}, outcome([LEAK, { ...LEAK, path: '/case/lively' }]))).toContain('unexpected leak');
  expect(said({ quiet: [{ path: '$T/live/*' }] }, outcome([LEAK]))).toContain('not to be a leak');
  expect(said({ quiet: [{ path: '$T/live/*', change: 'removed' }] }, outcome([LEAK]))).toBe('');
  expect(said({}, outcome([LEAK], { status: 0 }))).toBe('status 0, not 3');
  expect(said({ leaks: [] }, outcome([]))).toBe('status 3, not 0');
  expect(said({ output: '' }, outcome([LEAK]))).toContain('output');
  expect(said({ dropped: ['A', 'B'] }, outcome([LEAK]))).toBe('not dropped: B');
  expect(said({ ignored: 1 }, outcome([LEAK]))).toBe('ignored 0');
  const seen = outcome([LEAK]);
  seen.report?.suspects.push({ ...LEAK, path: '/case/other' });
  seen.report?.notCovered.push({ path: '/case/live', reason: 'EACCES' });
  expect(said({}, seen)).toMatch(/^unexpected suspect: .*\nnot covered: .*EACCES$/);
  expect(said({}, outcome([LEAK], { report: null }))).toBe('no report; status 3');
});

test('a contained run that changed the live state is told, and an observed one whose leak is gone', () => {
  const after = new Map([['/case/live', 'otherwise']]);
  expect(said({}, outcome([LEAK], { after }))).toContain('the live state changed: /case/live');
  expect(said({}, outcome([{ ...LEAK, by: 'unknown' }], { after }), 'observe')).toBe(
    'was not left in place: /case/live/x',
  );
});
