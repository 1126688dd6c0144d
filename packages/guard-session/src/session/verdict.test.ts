import type { Observation } from '@mam/state-guard';
import { expect, test } from 'vitest';
import type { ProbeResult } from '../probes/probe.ts';
import { assembleVerdict } from './verdict.ts';

const result = (observations: Observation[]): ProbeResult => ({
  observations,
  notCovered: [],
  watched: [],
  ignored: 0,
});
const sleeper = (pid: number, at: string): Observation => ({
  change: 'added',
  entry: 'process',
  path: 'process:sleep',
  probe: 'processes',
  by: 'unknown',
  at,
  late: false,
  detail: { pid },
});
const verdictOn = (atExit: Observation[], now: Observation[]) =>
  assembleVerdict({
    plan: { ambient: { recorded: {}, dropped: [] }, cwd: '/', roots: [] },
    mode: 'observe',
    strict: false,
    pinned: [],
    command: ['true'],
    exit: { exitCode: 0, signal: null, startError: null },
    startedAt: new Date(),
    ledgers: [],
    marksFile: null,
    idle: new Set(),
    atExit: [result(atExit)],
    results: [result(now)],
    survivors: [],
  }).verdict;

test('a process that was there when the command ended is not late, though its time is worked out anew at each look', () => {
  const { leaks } = verdictOn(
    [sleeper(7, '2026-03-04T05:06:07.000Z')],
    [sleeper(7, '2026-03-04T05:06:07.004Z'), sleeper(8, '2026-03-04T05:06:07.000Z')],
  );
  expect(leaks.map(({ detail, late }) => [detail.pid, late])).toEqual([
    [7, false],
    [8, true],
  ]);
});
