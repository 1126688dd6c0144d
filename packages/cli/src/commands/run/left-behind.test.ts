import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guarded, type Machine, makeMachine, mam } from '../../testing/machine.ts';
import { isAsleep } from '../../testing/processes.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

test('a guard that was killed leaves its sandbox and the run, and the next run says so and removes neither', async () => {
  const pidFile = join(machine.dir, 'pid');
  const pidSaid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0);
  // The file is there before the number is in it, and the number before the shell has become `sleep`.
  const isReady = () => pidSaid() > 0 && isAsleep(pidSaid());
  const killed = await mam(
    machine,
    ['run', '--', 'sh', '-c', `exec > /dev/null 2>&1; echo $$ > ${pidFile}; exec sleep 60`],
    {
      during: (guard) => {
        void expect
          .poll(isReady, { timeout: 15_000 })
          .toBe(true)
          .then(() => guard.kill('SIGKILL'));
      },
    },
  );
  const pid = pidSaid();
  expect(pid).toBeGreaterThan(0);
  try {
    expect(killed.signal).toBe('SIGKILL');
    const [left = ''] = readdirSync(join(machine.dir, 'tmp'));
    const sandbox = join(machine.dir, 'tmp', left);
    const { status, stderr } = await guarded(machine, 'true');
    expect(status).toBe(0);
    expect(stderr).toContain(
      `An earlier guard session ended without clean-up and left ${sandbox} (with sleep (${pid}) of its run still alive); ` +
        'check and remove by hand.',
    );
    expect(existsSync(sandbox)).toBe(true);
    expect(() => process.kill(pid, 0)).not.toThrow();
  } finally {
    process.kill(pid, 'SIGKILL');
  }
});

test('a session that is still running is not said to be left behind', async () => {
  const inner = join(machine.dir, 'inner.json');
  const { stderr } = await guarded(machine, `"$NODE" "$MAM" run --json ${inner} -- true`, [], {
    env: { ...machine.env, NODE: process.execPath, MAM: (await import('../../testing/machine.ts')).MAM },
  });
  expect(stderr).not.toContain('ended without clean-up');
});
