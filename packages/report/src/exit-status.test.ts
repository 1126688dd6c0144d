import type { Verdict } from '@mam/state-guard';
import { expect, test } from 'vitest';
import { verdictExitStatus } from './exit-status.ts';
import { finding, verdictOf } from './testing/verdicts.ts';

const leaks = { verdict: 'leaks', leaks: [finding()] } as const satisfies Partial<Verdict>;
const incomplete = {
  verdict: 'incomplete',
  notCovered: [{ path: '/x', reason: 'EACCES' }],
} as const satisfies Partial<Verdict>;
const suspects = { suspects: [finding()] };

test.each<[string, Partial<Verdict>, number, number]>([
  // What happened, the verdict, the status, the status when strict.
  ['nothing', {}, 0, 0],
  ['a leak', leaks, 3, 3],
  ['a suspect', suspects, 0, 3],
  ['a suspect, judged when strict', { ...suspects, verdict: 'leaks' }, 3, 3],
  ['something not covered', incomplete, 4, 4],
  ['a suspect and something not covered', { ...suspects, ...incomplete }, 4, 3],
  ['a leak and something not covered', { ...incomplete, ...leaks }, 3, 3],
  ['a failing command', { exitCode: 7 }, 7, 7],
  ['a failing command and a leak', { ...leaks, exitCode: 7 }, 7, 7],
  ['a failing command and something not covered', { ...incomplete, exitCode: 1 }, 1, 1],
  ['SIGKILL', { exitCode: null, signal: 'SIGKILL' }, 137, 137],
  ['SIGTERM and a leak', { ...leaks, exitCode: null, signal: 'SIGTERM' }, 143, 143],
  ['SIGINT', { exitCode: null, signal: 'SIGINT' }, 130, 130],
  ['a signal that this platform does not know', { exitCode: null, signal: 'SIGRTMAX' }, 128, 128],
  ['a signal named like a property of every object', { exitCode: null, signal: 'constructor' }, 128, 128],
  ['a command without an outcome', { exitCode: null }, 4, 4],
  ['no command at all', { command: [], exitCode: null }, 0, 0],
  ['no command and a leak', { ...leaks, command: [], exitCode: null }, 3, 3],
])('%s', (_, overrides, status, strict) => {
  expect(verdictExitStatus(verdictOf(overrides))).toBe(status);
  expect(verdictExitStatus(verdictOf(overrides), { strict: true })).toBe(strict);
});
