import { describe, expect, it } from 'vitest';
import { type Stamp, surelyUnchanged } from './stamp.ts';

const SECOND = 1_000_000_000n;

function stamp(more: Partial<Stamp> = {}): Stamp {
  const at = String(100n * SECOND);
  return { dev: '1', ino: '2', size: '3', mtimeNs: at, ctimeNs: at, lookedAt: 102_000, ...more };
}

describe('surelyUnchanged', () => {
  it('holds for equal stamps, the first at least two seconds older than its look', () => {
    expect(surelyUnchanged(stamp(), stamp({ lookedAt: 500_000 }))).toBe(true);
  });

  it.for([
    ['no first look', null],
    ['a first look too soon after the change', stamp({ lookedAt: 101_999 })],
    ['a first look before the change, as clocks may have it', stamp({ lookedAt: 50_000 })],
    ['a content older than its state', stamp({ mtimeNs: '5' })],
    ['a state that changed just before', stamp({ mtimeNs: '5', ctimeNs: String(101n * SECOND), lookedAt: 102_500 })],
    ['a content dated into the future', stamp({ mtimeNs: String(900n * SECOND) })],
    ['another device', stamp({ dev: '9' })],
    ['another inode', stamp({ ino: '9' })],
    ['another size', stamp({ size: '9' })],
    ['another time in nanoseconds', stamp({ mtimeNs: String(100n * SECOND - 1n) })],
    ['another change of state', stamp({ ctimeNs: String(100n * SECOND - 1n) })],
  ] as const)('does not hold with %s', ([, before]) => {
    expect(surelyUnchanged(before, stamp({ lookedAt: 500_000 }))).toBe(false);
  });

  it('compares content and state with those of the second look, also when the first is old enough', () => {
    const before = stamp({ mtimeNs: '5', ctimeNs: '6' });
    expect(surelyUnchanged(before, { ...before, lookedAt: 500_000 })).toBe(true);
    expect(surelyUnchanged(before, { ...before, ctimeNs: '7' })).toBe(false);
  });
});
