import type { TreeEntry } from '@mam/state-guard';
import { describe, expect, test } from 'vitest';
import { cameAfter, type Live, movedSince, withoutLive } from './live.ts';

const MADE = 1000n;
const unknown: Live = { madeAt: MADE, wasThere: () => undefined };
const there: Live = { madeAt: MADE, wasThere: () => true };
const notThere: Live = { madeAt: MADE, wasThere: () => false };

const entry = (times: Partial<TreeEntry>): TreeEntry => ({
  mode: 0o100644,
  uid: 0,
  gid: 0,
  size: 0,
  links: 1,
  mtimeNs: 0n,
  ctimeNs: 0n,
  birthtimeNs: 0n,
  dev: 1n,
  ino: 1n,
  target: null,
  ...times,
});
const directory = (times: Partial<TreeEntry>) => entry({ mode: 0o040755, ...times });

describe('movedSince', () => {
  test('a file by its ctime, a directory by its birth: others may well add to it', () => {
    expect(movedSince(unknown, entry({ ctimeNs: MADE }))).toBe(false);
    expect(movedSince(unknown, entry({ ctimeNs: MADE + 1n }))).toBe(true);
    expect(movedSince(unknown, directory({ ctimeNs: MADE + 1n }))).toBe(false);
    expect(movedSince(unknown, directory({ birthtimeNs: MADE + 1n }))).toBe(true);
  });
});

describe('cameAfter', () => {
  test('by the baseline, else by its birth', () => {
    const young = entry({ birthtimeNs: 3000n });
    const old = entry({ birthtimeNs: 500n });
    expect([cameAfter(unknown, '/x', young, 2000n), cameAfter(unknown, '/x', old, 2000n)]).toEqual([true, false]);
    expect([cameAfter(there, '/x', young, 2000n), cameAfter(notThere, '/x', old, 2000n)]).toEqual([false, true]);
  });
});

describe('withoutLive', () => {
  const copied = entry({ mtimeNs: 500n });
  const written = entry({ mtimeNs: 2000n });
  const still = directory({ mtimeNs: 500n });
  const moved = directory({ mtimeNs: 2000n });

  test('what was not there before was made, what was has been removed by others', () => {
    expect(withoutLive(notThere, '/x', copied, moved)).toBe('made');
    expect(withoutLive(there, '/x', written, moved)).toBe('removed');
    expect(withoutLive(there, '/x', copied, moved)).toBe('opened');
  });

  test('without a baseline, an old time in a directory that others changed leaves it open', () => {
    expect(withoutLive(unknown, '/x', written, moved)).toBe('made');
    expect(withoutLive(unknown, '/x', copied, still)).toBe('made');
    expect(withoutLive(unknown, '/x', copied, moved)).toBe('either');
    expect(withoutLive(unknown, '/x', copied, null)).toBe('either');
  });
});
