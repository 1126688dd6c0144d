import type { Verdict } from '@mam/state-guard';
import { expect, test } from 'vitest';
import { EVERYTHING, verdictOf } from '../testing/verdicts.ts';
import { formatJson } from './format.ts';
import { parseReport, ReportError } from './parse.ts';

function messageOf(text: string, name = 'shard-1.json'): string {
  try {
    parseReport(text, name);
  } catch (error) {
    expect(error).toBeInstanceOf(ReportError);
    return (error as Error).message;
  }
  throw new Error('the report was not refused');
}

test.each<[string, Verdict]>([
  ['everything', EVERYTHING],
  ['a clean verdict', verdictOf()],
])('%s comes back as it was written', (_, verdict) => {
  expect(parseReport(formatJson(verdict), 'x')).toEqual(verdict);
});

test('facts that only a probe knows come back too', () => {
  expect(parseReport(formatJson(EVERYTHING), 'x').leaks[0]?.detail).toMatchObject({ 'from a probe': 'yes' });
});

// biome-ignore lint/suspicious/noExplicitAny: a report that is being broken has no type
type Report = any;

const broken = (change: (report: Report) => void): string => {
  const report = JSON.parse(formatJson(EVERYTHING));
  change(report);
  return JSON.stringify(report);
};

test.each<[string, string, string]>([
  ['nothing', '', 'shard-1.json is empty. Give a file that mam wrote with --json.'],
  [
    'other JSON',
    '[1]',
    'shard-1.json is no report of mam: it has no `schema`. Give a file that mam wrote with --json.',
  ],
  ['null', 'null', 'shard-1.json is no report of mam: it has no `schema`. Give a file that mam wrote with --json.'],
  [
    'another version',
    '{"schema":"mam-guard/2"}',
    'shard-1.json is a report of schema "mam-guard/2", and this version reads "mam-guard/1". Use the version of mam that wrote it.',
  ],
  [
    'a missing field',
    broken((report) => delete report.ignored),
    'shard-1.json is no valid report: the field ignored is missing. Give a file that mam wrote with --json.',
  ],
  [
    'a missing field of a finding',
    broken(({ leaks }) => delete leaks[1].reason),
    'shard-1.json is no valid report: the field leaks[1].reason is missing. Give a file that mam wrote with --json.',
  ],
  [
    'a field that is not known',
    broken((report) => Object.assign(report, { extra: 1 })),
    'shard-1.json is no valid report: extra is no field of mam-guard/1. Give a file that mam wrote with --json.',
  ],
  [
    'a word that is not one of the words',
    broken(({ leaks }) => Object.assign(leaks[0], { by: 'me' })),
    'shard-1.json is no valid report: leaks[0].by is "me", but ("run" | "others" | "unknown") was expected. Give a file that mam wrote with --json.',
  ],
  [
    'a wrong type',
    broken((report) => Object.assign(report, { leaks: null })),
    'shard-1.json is no valid report: leaks is null, but Array was expected. Give a file that mam wrote with --json.',
  ],
  [
    'a time that is none',
    broken((report) => Object.assign(report, { endedAt: 'now' })),
    'shard-1.json is no valid report: endedAt is "now", but a time in ISO 8601 was expected. Give a file that mam wrote with --json.',
  ],
  [
    'a number that is not whole',
    broken((report) => Object.assign(report, { ignored: 0.5 })),
    'shard-1.json is no valid report: ignored is 0.5, but a whole number was expected. Give a file that mam wrote with --json.',
  ],
  [
    'a variable that is none of the binding',
    broken(({ binding }) => Object.assign(binding.recorded, { SECRET: 'x' })),
    'shard-1.json is no valid report: binding.recorded.SECRET is "SECRET", but ("WORKSPACE_ROOT" | "AGENT_SESSIONS_YAML" | "MAM_JOBS_DIR" | "DELEGATE_JOB_LOGS_DIR") was expected. Give a file that mam wrote with --json.',
  ],
  [
    'a clean verdict with leaks',
    broken((report) => Object.assign(report, { verdict: 'clean' })),
    'shard-1.json is no valid report: it is clean and has leaks. Give a file that mam wrote with --json.',
  ],
])('%s is refused with a sentence', (_, text, message) => {
  expect(messageOf(text)).toBe(message);
});

test('what is not JSON is refused with a sentence that has the words of the parser', () => {
  expect(messageOf('<html>')).toMatch(/^shard-1\.json is not JSON: .*<.*\. Give a file that mam wrote with --json\.$/);
});

test('a report that was cut short is refused', () => {
  const whole = formatJson(EVERYTHING);
  expect(messageOf(whole.slice(0, whole.length / 2))).toMatch(/^shard-1\.json is not JSON: /);
});

test('control characters of names and values are never raw in a message', () => {
  expect(messageOf('', 'a\u001b[31m.json')).toContain('a\\u001b[31m.json is empty');
  const message = messageOf(broken((report) => Object.assign(report, { signal: 'SIG\u001b[2J' })));
  expect(message).toContain('signal is "SIG\\u001b[2J"');
});
