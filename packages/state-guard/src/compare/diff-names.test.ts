import { describe, expect, it } from 'vitest';
import { random } from '../../vectors/random.ts';
import { diffNames } from './diff-names.ts';

describe('diffNames', () => {
  it.for([
    ['nothing', ['a', 'b'], ['a', 'b'], [], []],
    ['from empty', [], ['a', 'b'], ['a', 'b'], []],
    ['to empty', ['a', 'b'], [], [], ['a', 'b']],
    ['one more at the end', ['a', 'b'], ['a', 'b', 'c'], ['c'], []],
    ['one more at the start, as tmpfs lists it', ['b', 'a'], ['c', 'b', 'a'], ['c'], []],
    ['one more within', ['a', 'c'], ['a', 'b', 'c'], ['b'], []],
    ['one less within', ['a', 'b', 'c'], ['a', 'c'], [], ['b']],
    ['one for another', ['a', 'b', 'c'], ['a', 'x', 'c'], ['x'], ['b']],
    ['another order', ['a', 'b', 'c'], ['c', 'a', 'b'], [], []],
    ['another order, and one more', ['a', 'b', 'c'], ['c', 'x', 'b', 'a'], ['x'], []],
    ['all others', ['a', 'b'], ['x', 'y'], ['x', 'y'], ['a', 'b']],
  ] as const)('%s', ([, before, now, added, removed]) => {
    expect(diffNames(before, now)).toEqual({ added, removed });
  });

  it('gives what Sets give, whatever the order', () => {
    const r = random(5);
    for (let round = 0; round < 2000; round++) {
      const all = Array.from({ length: r.below(120) }, (_, i) => `n${i}`);
      const before = all.filter(() => r.chance(0.8));
      const now = all.filter(() => r.chance(0.8));
      if (r.chance(0.3)) now.sort(() => (r.chance(0.5) ? 1 : -1));
      if (r.chance(0.2)) now.reverse();
      const diff = diffNames(before, now);
      expect(diff.added).toEqual(now.filter((name) => !before.includes(name)));
      expect(diff.removed).toEqual(before.filter((name) => !now.includes(name)));
    }
  });
});
