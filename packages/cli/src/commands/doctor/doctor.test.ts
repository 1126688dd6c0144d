import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Machine, makeMachine, mam } from '../../testing/machine.ts';
import { PLAIN_USER } from '../../testing/processes.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

const asPlainUser = test.runIf(PLAIN_USER !== null);
const through = PLAIN_USER ?? [];

function giveToPlainUser(): void {
  execFileSync('chown', ['-R', '65534:65534', machine.dir]);
}

describe('mam doctor', () => {
  test('says what would be watched and why, what is dropped and what is pinned', async () => {
    const env = { ...machine.env, HERDR_PANE_ID: 'w1:p1' };
    const { status, stdout } = await mam(machine, ['doctor', '-w', join(machine.dir, 'home')], { env });
    expect(status).toBe(0);
    expect(stdout).toContain(`${join(machine.checkout, '.mam')} (the checkout's own)`);
    expect(stdout).toContain(`${machine.plane} (WORKSPACE_ROOT)`);
    expect(stdout).toContain(`tree ${join(machine.dir, 'home')}: 1 entry`);
    expect(stdout).toMatch(/dropped +AGENT_SESSIONS_YAML\n +DELEGATE_JOB_LOGS_DIR\n +HERDR_PANE_ID\n/);
    expect(stdout).toMatch(
      /pinned +AGENT_SESSIONS_YAML\n +DELEGATE_JOB_LOGS_DIR\n +MAM_JOBS_DIR\n +TMUX_TMPDIR\n +WORKSPACE_ROOT\n/,
    );
  });

  test('with --no-pin nothing is pinned', async () => {
    expect((await mam(machine, ['doctor', '--no-pin'])).stdout).toMatch(/pinned +nothing\n/);
  });

  test('what the user keeps is not pinned, and a fresh home is', async () => {
    const flags = ['--sandbox-home', '--keep-env', 'XDG_*', '--keep-env', 'MAM_JOBS_DIR'];
    const { stdout } = await mam(machine, ['doctor', ...flags]);
    const pinned = stdout.slice(stdout.indexOf('\npinned'), stdout.indexOf('\nwatch roots'));
    expect(pinned).toMatch(/ HOME\n/);
    expect(pinned).not.toMatch(/XDG_|MAM_JOBS_DIR/);
  });

  test('what a terminal would act on is escaped', async () => {
    const env = { ...machine.env, 'AG_\u001b[2J': 'x' };
    const { stdout } = await mam(machine, ['doctor', '--drop-env', 'AG_*'], { env });
    expect(stdout).toContain('AG_\\u{1b}[2J');
  });

  asPlainUser('says what cannot be read: status 4', async () => {
    giveToPlainUser();
    execFileSync('chown', ['0:0', join(machine.plane, 'jobs')]);
    chmodSync(join(machine.plane, 'jobs'), 0o700);
    const { status, stdout } = await mam(machine, ['doctor'], { through });
    expect(status).toBe(4);
    expect(stdout).toContain(`not covered   ${join(machine.plane, 'jobs')}: EACCES`);
  });
});

describe('mam doctor --self-test', () => {
  test('proves that every canary is reported, and leaves nothing', async () => {
    const { status, stdout } = await mam(machine, ['doctor', '--self-test']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\n\d+ reported, 0 missed, 0 skipped\n$/);
    expect(readdirSync(join(machine.dir, 'tmp'))).toEqual([]);
  });

  asPlainUser('as a plain user too', async () => {
    giveToPlainUser();
    const { status, stdout } = await mam(machine, ['doctor', '--self-test'], { through });
    expect([status, stdout]).toEqual([0, expect.stringContaining(' 0 missed, ')]);
  });
});
