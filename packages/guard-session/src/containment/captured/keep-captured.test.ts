import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Harness, settingsIn } from '../testing/harness.ts';
import { CAPTURED_FILES, CAPTURED_LIST } from './keep-captured.ts';

let harness: Harness;
let count = 0;

beforeAll(() => {
  if (process.platform === 'linux') harness = new Harness();
});
afterAll(() => harness?.remove());

describe.each(settingsIn('this root'))('keeping what was captured, $title', ({ reason, ...setting }) => {
  const here = test.skipIf(reason !== null);
  const run = (live: string, before: string, command: string, keepCaptured: string) =>
    harness.run(setting, {
      mode: 'contain',
      roots: [live],
      before,
      command: ['/bin/bash', '-c', command],
      keepCaptured,
    });

  here('copies new and changed files, links and directories to their real paths, and lists every change', () => {
    const live = harness.directory(`live ${count++}`);
    const kept = join(harness.directory(`kept ${count++}`), 'new/one');
    const done = run(
      live,
      `cd "${live}"; echo a > a; echo same > opened; echo gone > gone; mkdir d`,
      `cd "${live}"; echo b >> a; : >> opened; rm gone; ln -s 'to nowhere' link; mkfifo fifo; mkdir -m 500 n
echo x > $'d/\\xff'; truncate -s 64M sparse; echo end >> sparse; chmod 4640 a; touch -d @1000000000 a`,
      kept,
    );
    expect(done.failure, done.stderr).toBeUndefined();
    const at = (name: string) => join(kept, CAPTURED_FILES, live, name);
    expect(readFileSync(at('a'), 'utf8')).toBe('a\nb\n');
    expect(statSync(at('a')).mode & 0o7777).toBe(0o640);
    expect(statSync(at('a')).mtimeMs).toBe(1e12);
    expect(readlinkSync(at('link'))).toBe('to nowhere');
    expect(statSync(at('n')).mode & 0o777).toBe(0o500);
    expect(readdirSync(at('d'), 'latin1')).toEqual(['\xff']);
    expect(statSync(at('sparse')).size).toBe(64 * 1024 * 1024 + 4);
    expect(statSync(at('sparse')).blocks * 512).toBeLessThan(1024 * 1024);
    expect([existsSync(at('opened')), existsSync(at('gone')), lstatSync(at('.')).isDirectory()]).toEqual([
      false,
      false,
      true,
    ]);

    const lines = readFileSync(join(kept, CAPTURED_LIST), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ change, path }) => `${change} ${path.slice(live.length + 1)}`)).toEqual(
      done.layer?.observations.map(({ change, path }) => `${change} ${path.slice(live.length + 1)}`),
    );
    expect(done.kept).toMatchObject({ directory: kept, copied: 5, removed: 1 });
    expect(done.kept?.skipped).toEqual([{ path: join(live, 'fifo'), reason: expect.stringContaining('no content') }]);
    expect(statSync(kept).mode & 0o777).toBe(0o700);
  });

  here('refuses a directory that holds something, and one that is watched', () => {
    const live = harness.directory(`live ${count++}`);
    const full = harness.directory(`full ${count++}`);
    writeFileSync(join(full, 'mine'), 'x');
    mkdirSync(join(full, 'd'));
    expect(run(live, '', 'true', full)).toMatchObject({
      failureKind: 'usage',
      failure: expect.stringContaining('not empty'),
    });
    expect(readdirSync(full)).toEqual(['d', 'mine']);
    const inside = run(live, '', 'true', join(live, 'kept'));
    expect(inside).toMatchObject({ failureKind: 'usage', failure: expect.stringContaining('lies in the contained') });
    expect(readdirSync(live)).toEqual([]);
  });
});
