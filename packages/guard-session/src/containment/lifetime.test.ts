import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAlive } from '../testing/is-alive.ts';
import { Harness, type Setting, settingsIn } from './testing/harness.ts';
import { processesIn, textOf, until } from './testing/until.ts';

let harness: Harness;
let count = 0;
let mounts: string[];

beforeAll(() => {
  if (process.platform !== 'linux') return;
  harness = new Harness();
  mounts = mountsOfContainments();
});
afterAll(() => {
  if (harness === undefined) return;
  expect(mountsOfContainments()).toEqual(mounts);
  harness.remove();
});

/** Of the mounts of this machine those that a containment may have left; others come and go with whatever else runs here. */
function mountsOfContainments(): string[] {
  const lines = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
  return lines.filter((line) => / mam-(scratch|overlay) /.test(line) || line.includes(harness.base));
}

/** It may have ended before anyone asks. */
async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Tells its namespace, waits for the file `go`, writes to the live directory, and says so. */
const SLOW = `
readlink /proc/self/ns/mnt > "$OUT/namespace"
while [ ! -e "$OUT/go" ]; do sleep 0.05; done
echo late > "$LIVE/late"
ls "$LIVE" > "$OUT/seen"
echo over > "$OUT/over"`;

describe.each(settingsIn('this root'))('nothing stays behind, $title', ({ reason, ...setting }) => {
  const here = test.skipIf(reason !== null);

  here('after success, and after a signal to the command', async () => {
    for (const end of ['exit 0', 'kill -TERM $$', 'kill -KILL $$']) {
      const { out, live } = places();
      const command = ['/bin/sh', '-c', `readlink /proc/self/ns/mnt > "$OUT/namespace"; ${end}`];
      const done = harness.run(setting, { mode: 'contain', roots: [live], command, env: { OUT: out, LIVE: live } });
      expect(done.exit).toBeDefined();
      await expectGone(await textOf(join(out, 'namespace')), done.holder ?? 0);
    }
  });

  here('after a command that cannot be started', async () => {
    const { live } = places();
    const done = harness.run(setting, { mode: 'contain', roots: [live], command: ['/no/such'] });
    expect(done.spawnError).toBe('ENOENT');
    await until('the holder is gone', () => !isAlive(done.holder ?? 0));
  });

  here('after SIGKILL of the guard: the command stays contained, and the last of all is its end', async () => {
    const { out, live, driver, result } = started(setting, SLOW);
    const namespace = await textOf(join(out, 'namespace'));
    // The command may be faster than the guard that started it, which has its id to write down.
    await until('the guard knows the command', () => harness.read(result).pid !== undefined);
    const { holder = 0, pid = 0 } = harness.read(result);
    expect(processesIn(namespace)).toEqual(expect.arrayContaining([holder, pid]));
    await killed(driver, 'SIGKILL');
    await until('the holder is gone', () => !isAlive(holder));
    expect(isAlive(pid)).toBe(true);
    writeFileSync(join(out, 'go'), '');
    expect(await textOf(join(out, 'seen'))).toBe('late');
    expect(existsSync(join(live, 'late'))).toBe(false);
    await expectGone(namespace, holder);
  });

  here('after SIGKILL of the whole process group, guard and command', async () => {
    const { out, driver, result } = started(setting, SLOW);
    const namespace = await textOf(join(out, 'namespace'));
    const { holder = 0 } = harness.read(result);
    const ended = exitOf(driver);
    process.kill(-(driver.pid ?? 0), 'SIGKILL');
    await ended;
    await expectGone(namespace, holder);
  });

  here('after the end of the last survivor, which stays contained', async () => {
    const { out, live, driver, result } = started(setting, `(${SLOW}) & exit 0`);
    const namespace = await textOf(join(out, 'namespace'));
    await exitOf(driver);
    const { holder = 0, exit } = harness.read(result);
    expect(exit).toEqual({ exitCode: 0, signal: null });
    expect(isAlive(holder)).toBe(false);
    expect(processesIn(namespace)).not.toEqual([]);
    writeFileSync(join(out, 'go'), '');
    expect(await textOf(join(out, 'seen'))).toBe('late');
    expect(existsSync(join(live, 'late'))).toBe(false);
    await expectGone(namespace, holder);
  });

  here('when the holder was stopped', async () => {
    const { out, driver, result } = started(setting, SLOW);
    const namespace = await textOf(join(out, 'namespace'));
    const { holder = 0 } = harness.read(result);
    process.kill(holder, 'SIGSTOP');
    writeFileSync(join(out, 'go'), '');
    await exitOf(driver);
    await expectGone(namespace, holder);
  });

  here('and nothing is lost when the holder was killed', async () => {
    const { out, live, driver, result } = started(setting, SLOW);
    const namespace = await textOf(join(out, 'namespace'));
    const { holder = 0 } = harness.read(result);
    process.kill(holder, 'SIGKILL');
    await until('the holder is gone', () => !isAlive(holder));
    writeFileSync(join(out, 'go'), '');
    await exitOf(driver);
    expect(harness.read(result).layer?.observations).toMatchObject([{ change: 'added', path: join(live, 'late') }]);
    await expectGone(namespace, holder);
  });

  here('and what a survivor writes is in the layer as long as the guard holds it', async () => {
    const { out, live, driver, result } = started(setting, `(${SLOW}) & exit 0`, { hold: true });
    await textOf(join(out, 'namespace'));
    await until('the command has ended', () => harness.read(result).exit !== undefined);
    await until('the layer was read', () => harness.read(result).layer !== undefined);
    expect(harness.read(result).layer?.observations).toEqual([]);
    writeFileSync(join(out, 'go'), '');
    await textOf(join(out, 'over'));
    driver.stdin?.end('\n');
    await exitOf(driver);
    expect(harness.read(result).layer?.observations).toMatchObject([{ change: 'added', path: join(live, 'late') }]);
  });
});

function places(): { out: string; live: string } {
  const number = count++;
  return { out: harness.directory(`out ${number}`), live: harness.directory(`live ${number}`) };
}

function started(setting: Setting, script: string, more: { hold?: boolean } = {}) {
  const { out, live } = places();
  const env = { OUT: out, LIVE: live };
  const command = ['/bin/sh', '-c', script];
  return {
    out,
    live,
    ...harness.start(setting, { mode: 'contain', roots: [live], command, env, stdio: 'ignore', ...more }),
  };
}

async function killed(driver: ReturnType<Harness['start']>['driver'], signal: NodeJS.Signals): Promise<void> {
  const ended = once(driver, 'exit');
  driver.kill(signal);
  await ended;
}

async function expectGone(namespace: string, holder: number): Promise<void> {
  await until('the namespace is gone', () => processesIn(namespace).length === 0);
  await until('the holder is gone', () => !isAlive(holder));
}
