import { describe, expect, it } from 'vitest';
import type { Stamp } from '../look/stamp.ts';
import { pairLooks } from './pair-looks.ts';

interface Look {
  path: string;
  stamp: Stamp | null;
  when: string;
}

function look(path: string, ino: number | null, when: string): Look {
  const stamp =
    ino === null ? null : { dev: '1', ino: String(ino), size: '0', mtimeNs: '0', ctimeNs: '0', lookedAt: 0 };
  return { path, stamp, when };
}

/** Pairs, as `[before, now]` paths with what was looked at again. */
function pairs(before: [string, number | null][], now: [string, number | null][]): [string | null, string, string][] {
  const [first, second] = [before, now].map((looks, i) =>
    looks.map(([path, ino]) => look(path, ino, i === 0 ? 'before' : 'now')),
  );
  const paired = pairLooks(first ?? [], second ?? [], (gone) => ({ ...gone, when: 'again' }));
  return paired.map((pair) => [pair.before?.path ?? null, pair.now.path, pair.now.when]);
}

describe('pairLooks', () => {
  it('pairs by path, whatever is there now', () => {
    expect(
      pairs(
        [
          ['/a', 1],
          ['/b', 2],
        ],
        [
          ['/a', 9],
          ['/b', null],
        ],
      ),
    ).toEqual([
      ['/a', '/a', 'now'],
      ['/b', '/b', 'now'],
    ]);
  });

  it('pairs by device and inode what came under another path', () => {
    expect(pairs([['/link', 1]], [['/real', 1]])).toEqual([['/link', '/real', 'now']]);
  });

  it('has no baseline for what is watched only now', () => {
    expect(
      pairs(
        [['/a', 1]],
        [
          ['/a', 1],
          ['/b', 2],
          ['/c', null],
        ],
      ),
    ).toEqual([
      ['/a', '/a', 'now'],
      [null, '/b', 'now'],
      [null, '/c', 'now'],
    ]);
  });

  it('looks again at what is no longer among the watched', () => {
    expect(
      pairs(
        [
          ['/a', 1],
          ['/gone', 2],
          ['/never', null],
        ],
        [['/a', 1]],
      ),
    ).toEqual([
      ['/a', '/a', 'now'],
      ['/gone', '/gone', 'again'],
      ['/never', '/never', 'again'],
    ]);
  });

  it('does not look twice at what is watched under another spelling now', () => {
    expect(
      pairs(
        [
          ['/a', 1],
          ['/b', 2],
        ],
        [['/a', 2]],
      ),
    ).toEqual([['/a', '/a', 'now']]);
  });
});
