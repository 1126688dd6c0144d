import { expect, test } from 'vitest';
import type { Observation } from '../model.ts';
import { judge } from './judge.ts';

const sessions = { before: new Set<string>(), now: new Set<string>() };
const change = (liveMoved: boolean): Observation => ({
  change: 'modified',
  entry: 'file',
  path: '/live/config',
  probe: 'tree',
  by: 'run',
  at: null,
  late: false,
  detail: { differs: ['content'], ...(liveMoved && { liveMoved }) },
});

test('a change in the layer of a run is a leak, and suspect where the live file moved too', () => {
  expect(judge([change(false)], { sessions })).toMatchObject({ leaks: [{ path: '/live/config' }], suspects: [] });
  const { leaks, suspects } = judge([change(true)], { sessions });
  expect(leaks).toEqual([]);
  expect(suspects[0]?.reason).toBe(
    'changed: content; the live one changed meanwhile too, so whose it is stands in doubt',
  );
});
