import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAlive } from '../testing/is-alive.ts';
import { type CommandBounds, commandProbe } from './command.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mam-command-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const env = { PATH: process.env.PATH };
const store = (text: string | Buffer) => writeFileSync(join(dir, 'store'), text);
const probe = (command: string, bounds: CommandBounds = {}) =>
  commandProbe({ name: 'store', command }, env, dir, bounds);

async function between(before: string | Buffer, after: string | Buffer) {
  const watch = probe('cat store');
  store(before);
  const look = await watch.look();
  store(after);
  const { observations, notCovered } = await watch.compare(look);
  expect(notCovered).toEqual([]);
  return observations.map(({ change, path }) => `${change} ${path}`);
}

describe('lines of a command', () => {
  test('that came and went are entries', async () => {
    expect(await between('0 9 * * * real\nsame\n', 'same\n@daily fixture\n')).toEqual([
      'removed command:store#0 9 * * * real',
      'added command:store#@daily fixture',
    ]);
  });

  test('count as often as they stand there', async () => {
    expect(await between('a\na\nb\n', 'a\nb\nb\nb\n')).toEqual([
      'removed command:store#a',
      'added command:store#b',
      'added command:store#b',
    ]);
  });

  test('that only changed their order are no change', async () => {
    expect(await between('a\nb\n', 'b\na\n')).toEqual([]);
  });

  test('from nothing, and to nothing', async () => {
    expect(await between('', 'a')).toEqual(['added command:store#a']);
    expect(await between('a\n', '')).toEqual(['removed command:store#a']);
  });
});

describe('a command that cannot be looked at is not covered, and says why', () => {
  test.each([
    ['fails', 'echo x; exit 3', {}, 'it ended with exit status 3 at the baseline'],
    ['is killed', 'kill -9 $$', {}, 'it ended with SIGKILL at the baseline'],
    ['prints too much', 'cat /dev/zero', { bytes: 1000 }, 'it printed over 1000 bytes at the baseline'],
    ['hangs', 'sleep 60', { milliseconds: 100 }, 'it gave no answer within 100 ms at the baseline'],
  ])('when it %s', async (_what, command, bounds, reason) => {
    const watch = probe(command, bounds);
    expect((await watch.compare(await watch.look())).notCovered).toEqual([{ path: 'command:store', reason }]);
  });

  test('when it fails only after the run', async () => {
    store('x');
    const watch = probe('cat store');
    const look = await watch.look();
    rmSync(join(dir, 'store'));
    const { notCovered } = await watch.compare(look);
    expect(notCovered).toEqual([{ path: 'command:store', reason: 'it ended with exit status 1 after the run' }]);
  });
});

test('what a command started ends with it at a bound', async () => {
  const pidFile = join(dir, 'pid');
  // That of what it prints, because nobody knows how soon the shell writes its file.
  const look = await probe(`sleep 61 & echo $! > ${pidFile}; head -c 2000 /dev/zero; wait`, { bytes: 1000 }).look();
  expect(look).toEqual({ failure: 'it printed over 1000 bytes' });
  const pid = Number(readFileSync(pidFile, 'utf8'));
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
});
