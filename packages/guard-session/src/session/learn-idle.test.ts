import { appendFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Probe } from '../probes/probe.ts';
import { treeProbe } from '../probes/tree.ts';
import { learnIdle } from './learn-idle.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'mam-idle-')));
  for (const name of ['log', 'still', 'going']) writeFileSync(join(dir, name), 'x');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A tree in which something happens after each look. */
function busy(happens: () => void): Probe {
  const probe = treeProbe({ root: dir, spelled: [], exclude: [] }) as Probe;
  return {
    ...probe,
    async look() {
      const look = await probe.look();
      happens();
      return look;
    },
  };
}

test('what is written and what comes is learned; what stands still and what goes is not', async () => {
  const idle = await learnIdle(
    [
      busy(() => {
        appendFileSync(join(dir, 'log'), 'y');
        writeFileSync(join(dir, 'born'), 'x');
        rmSync(join(dir, 'going'));
      }),
    ],
    1,
  );
  expect([...idle].sort()).toEqual([join(dir, 'born'), join(dir, 'log')]);
});

test('an aborted wait learns what it saw until then', async () => {
  const stop = new AbortController();
  const probe = busy(() => {
    appendFileSync(join(dir, 'log'), 'y');
    stop.abort();
  });
  expect([...(await learnIdle([probe], 3_600_000, stop.signal))]).toEqual([join(dir, 'log')]);
});
