import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Probe, ProbeResult } from '../probes/probe.ts';
import { runGuarded } from './run-guarded.ts';
import { VerdictLostError } from './verdict-lost.ts';

test("a fault after the command ended keeps the command's own exit, and leaves no sandbox", async () => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'mam-lost-')));
  try {
    for (const name of ['.git', 'tmp']) mkdirSync(join(dir, name));
    // What no probe gives: judgement stumbles over it.
    const broken: Probe = {
      name: 'tree',
      look: () => null,
      compare: () => ({ observations: [null] }) as never as ProbeResult,
    };
    const env = { PATH: process.env.PATH, HOME: dir, TMPDIR: join(dir, 'tmp') };
    const run = runGuarded(['sh', '-c', 'exit 7'], { env, cwd: dir, probes: () => [broken] });
    const error = await run.catch((reason: unknown) => reason);
    expect(VerdictLostError.is(error) && error.exit.exitCode).toBe(7);
    expect(readdirSync(join(dir, 'tmp'))).toEqual([]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
