import { expect, test } from 'vitest';
import { checkJobId } from '../names.ts';
import { createJobId } from './job-id.ts';

test('ids are unique, ascend even within a millisecond, and are job ids', () => {
  const now = Date.now();
  const ids = Array.from({ length: 10_000 }, (_, index) => createJobId(now + Math.floor(index / 1000)));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids) checkJobId(id);
});

test('ids of different times sort by time', () => {
  const ids = [1_000_000_000_000, 1_700_000_000_000, 4_000_000_000_000].map((time) => createJobId(time + 1e12));
  expect([...ids].sort()).toEqual(ids);
  expect(ids.every((id) => /^[0-9a-hjkmnp-tv-z]{26}$/.test(id))).toBe(true);
});

test('a clock that goes back does not take ids back', () => {
  const first = createJobId(8e12);
  expect(createJobId(1e12) > first).toBe(true);
});
