import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runGuarded } from '../session/run-guarded.ts';

let dir: string;
let log: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'mam-holders-')));
  for (const name of ['checkout/.git', 'live', 'tmp']) mkdirSync(join(dir, name), { recursive: true });
  log = join(dir, 'live', 'log');
  writeFileSync(log, 'boot\n');
  // Whatever the umask is: a test takes some of it away.
  chmodSync(log, 0o644);
});
afterEach(async () => {
  for (const child of started.splice(0)) await ended(child);
  rmSync(dir, { recursive: true, force: true });
});

/** Ends a process; it may be about to write to the directory, and to do so after the signal. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** A live process that holds the log open, and writes to it as soon as the run has begun. */
async function holder({ flags = 'a', listens = false } = {}): Promise<ChildProcess> {
  const script = `
    const fs = require('node:fs');
    const fd = fs.openSync(${JSON.stringify(log)}, ${JSON.stringify(flags)});
    ${listens ? `require('node:net').createServer().listen(${JSON.stringify(join(dir, 's'))});` : ''}
    setInterval(() => {
      if (!fs.existsSync(${JSON.stringify(join(dir, 'tmp/runs'))})) return;
      try { fs.writeSync(fd, 'tick\\n'); } catch {}
      fs.writeFileSync(${JSON.stringify(join(dir, 'tmp/ticked'))}, '');
    }, 20);
    console.log('up');`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  await once(child.stdout, 'data');
  // Older than the run by more than the clocks differ.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return child;
}

async function run(script: string) {
  const wait = `touch ${dir}/tmp/runs; while [ ! -e ${dir}/tmp/ticked ]; do sleep .02; done; ${script}`;
  const env = { PATH: process.env.PATH, HOME: dir, TMPDIR: join(dir, 'tmp') };
  const options = { env, cwd: join(dir, 'checkout'), watch: [join(dir, 'live')] };
  const { verdict } = await runGuarded(['sh', '-c', wait], options);
  const lines = (findings: typeof verdict.leaks) =>
    findings.map(({ path, reason }) => `${path.slice(dir.length + 1)}: ${reason}`);
  return { leaks: lines(verdict.leaks), suspects: lines(verdict.suspects), excused: lines(verdict.excused) };
}

describe.skipIf(process.platform !== 'linux')('a changed file that an older process holds open for writing', () => {
  test('is excused, with its pid and command name', async () => {
    const { pid } = await holder();
    const { leaks, suspects, excused } = await run('true');
    expect([leaks, suspects]).toEqual([[], []]);
    expect(excused).toHaveLength(1);
    expect(excused[0]).toContain(`live/log: `);
    expect(excused[0]).toContain(`node (pid ${pid}), which is older than the run, holds it open for writing`);
  });

  test('is suspect where the run could have driven that process', async () => {
    await holder({ listens: true });
    const { leaks, suspects, excused } = await run('true');
    expect([leaks, excused]).toEqual([[], []]);
    expect(suspects[0]).toContain('and the run could have driven it');
  });

  test('excuses nothing else: a neighbour, and a change of its mode, stay leaks', async () => {
    await holder();
    const { leaks } = await run(`touch ${dir}/live/new; chmod 600 ${log}`);
    expect(leaks.map((line) => line.split(':')[0])).toEqual(['live/log', 'live/new']);
  });
});

describe.skipIf(process.platform !== 'linux')('is a leak all the same', () => {
  test('when the process only reads it', async () => {
    await holder({ flags: 'r' });
    const { leaks } = await run(`echo x >> ${log}`);
    expect(leaks).toHaveLength(1);
  });

  test('when the process is one of the run', async () => {
    await holder({ flags: 'r' });
    const { leaks } = await run(`sleep 5 >> ${log} 2>/dev/null & echo x >> ${log}`);
    expect(leaks).toHaveLength(1);
  });

  test('when no process holds it', async () => {
    await holder();
    const other = join(dir, 'live', 'other');
    writeFileSync(other, '');
    const { leaks } = await run(`echo x >> ${other}`);
    expect(leaks.map((line) => line.split(':')[0])).toEqual(['live/other']);
    appendFileSync(other, '');
  });
});
