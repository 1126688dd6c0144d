import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guarded, type Machine, makeMachine } from '../../testing/machine.ts';
import { ASLEEP, hasTmux } from '../../testing/processes.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

const pidIn = (name: string) => Number(readFileSync(join(machine.dir, name), 'utf8'));

test('a late write of a process that outlives the command is found, and marked late', async () => {
  // A watched command is looked at after the registry: first for the baseline, the second time when the command has ended.
  const looks = join(machine.dir, 'looks');
  const script = `echo '{}' > ${machine.plane}/jobs/early.json
    (until [ "$(wc -l < ${looks})" -ge 2 ]; do sleep .01; done; echo '{}' > ${machine.plane}/jobs/late.json) > /dev/null 2>&1 &`;
  const flags = ['--settle', '20000', '--watch-command', `looks=echo look >> ${looks}`];
  const { status, report } = await guarded(machine, script, flags);
  expect(status).toBe(3);
  expect(report.leaks.map(({ path, late }) => [path.split('/').at(-1), late])).toEqual([
    ['early.json', false],
    ['late.json', true],
  ]);
  expect(report.survivors.every(({ ended }) => ended)).toBe(true);
});

test('a process that stays is said, and the sandbox that it may use is kept', async () => {
  const script = `sleep 60 > /dev/null 2>&1 & echo $! > ${machine.dir}/pid; ${ASLEEP}; echo "$WORKSPACE_ROOT"`;
  const { status, stdout, stderr, report } = await guarded(machine, script, ['--settle', '50']);
  const pid = pidIn('pid');
  try {
    expect(status).toBe(0);
    expect(report.survivors).toEqual([{ pid, name: 'sleep', ended: false }]);
    const sandbox = dirname(stdout.trim());
    expect(stderr).toContain(`The sandbox ${sandbox} was kept, because sleep (${pid}) may still use it`);
    expect(existsSync(sandbox)).toBe(true);
  } finally {
    process.kill(pid, 'SIGKILL');
  }
});

test.runIf(hasTmux)('a tmux server that the run left in its sandbox is ended with it', async () => {
  const script = 'tmux -f /dev/null new-session -d -s left "sleep 60"; tmux display-message -p "#{socket_path}"';
  const { status, stdout, report } = await guarded(machine, script, ['--settle', '50']);
  expect(status).toBe(0);
  expect(report.survivors.some(({ name }) => name.startsWith('tmux'))).toBe(true);
  expect(stdout).toMatch(/\/mam-\w+\/tmux\/tmux-\d+\/default\n$/);
  expect(existsSync(stdout.trim())).toBe(false);
  for (const { pid } of report.survivors) await expect.poll(() => isRunning(pid), { timeout: 15_000 }).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
