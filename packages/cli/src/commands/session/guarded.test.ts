import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guarded, MAM, type Machine, makeMachine, mam } from '../../testing/machine.ts';
import { hasTmux } from '../../testing/processes.ts';

// What this program writes, under the guard that it is: delegations of the living, and those of tests.

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
  const tmuxDir = join(machine.dir, 't');
  mkdirSync(tmuxDir);
  machine.env.TMUX_TMPDIR = tmuxDir;
  machine.env.MAM = `${process.execPath} ${MAM}`;
});
afterEach(() => {
  if (hasTmux) spawnSync('tmux', ['-L', 'live', 'kill-server'], { env: machine.env });
  machine.remove();
});

const jobs = () => readdirSync(join(machine.plane, 'jobs'));
const SUBMIT = `$MAM job submit --agent claude --prompt 'a job'`;

/** Waits for a file in the checkout, then gives the run its sign to go on. */
async function whileItRuns(act: () => Promise<unknown>): Promise<void> {
  await expect.poll(() => existsSync(join(machine.checkout, 'started')), { timeout: 20_000 }).toBe(true);
  await act();
  writeFileSync(join(machine.checkout, 'go-on'), '');
}
const WAIT = 'touch started; until [ -e go-on ]; do sleep 0.05; done';

test('a delegation of a live agent while the run lasts is explained, and its events too', async () => {
  const run = guarded(machine, WAIT);
  await whileItRuns(async () => {
    const submit = ['job', 'submit', '--agent', 'claude', '--agent-session', 'herdr:planner', '--prompt', 'live'];
    const { stdout } = await mam(machine, submit);
    await mam(machine, ['job', 'event', stdout.trim(), '--type', 'started']);
  });
  const { status, report } = await run;
  expect(report.leaks).toEqual([]);
  expect([status, report.verdict]).toEqual([0, 'clean']);
  expect(jobs()).toHaveLength(1);
});

test('a delegation of the run itself goes to its sandbox', async () => {
  const { status, stdout, report } = await guarded(machine, `${SUBMIT} --agent-session herdr:planner 2>/dev/null`);
  expect([status, report.verdict]).toEqual([0, 'clean']);
  expect(stdout).toMatch(/^[0-9a-z]{26}\n$/);
  expect(jobs()).toEqual([]);
});

test('a delegation that a test makes in the live plane, for a session of its own, is a leak: record and audit log', async () => {
  const script = `mkdir w; ${SUBMIT} --agent-session herdr:of-a-test --registry-dir ${machine.plane}/jobs`;
  const { status, stdout, report } = await guarded(machine, script);
  expect([status, report.verdict]).toEqual([3, 'leaks']);
  const id = stdout.trim();
  expect(report.leaks).toMatchObject([
    {
      entry: 'audit-log',
      path: join(machine.plane, 'delegate_job_logs', id),
      agentSession: 'herdr:of-a-test',
      prompt: 'a job',
    },
    {
      entry: 'record',
      path: join(machine.plane, 'jobs', `${id}.json`),
      agentSession: 'herdr:of-a-test',
      prompt: 'a job',
    },
  ]);
});

test.runIf(hasTmux)(
  'a pane that carries the live binding makes a session in a sandbox, and nothing in the live plane',
  async () => {
    const bin = join(machine.dir, 'bin');
    const sandbox = join(machine.dir, 'sandbox');
    for (const dir of [bin, sandbox]) mkdirSync(dir);
    const report = join(machine.dir, 'inner.json');
    const inner = `session create --workspace ${sandbox} --agent codex --role Creator --session inner --mux tmux`;
    const program = (name: string, script: string) => {
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(bin, name), 0o755);
    };
    const saying = (file: string) => `env > ${file}.part; mv ${file}.part ${file}`;
    const until = (file: string) => `until [ -e ${file} ]; do sleep 0.05; done`;
    const codexEnv = join(machine.dir, 'codex-env');
    // The agent of the live pane runs the guarded command, as an agent does that runs a test suite: when its own session
    // stands whole in the live plane, and until the agent of the inner pane, which ends with the sandbox, has spoken.
    const command = `$MAM run --json ${report} -- sh -c '$MAM ${inner} && ${until(codexEnv)}' > out 2>&1`;
    program(
      'claude',
      `cd ${machine.checkout}; env > env; ${until('go-on')}; ${command}; echo $? > status; exec sleep 600`,
    );
    program('codex', `${saying(codexEnv)}; exec sleep 600`);
    const env = { ...machine.env, PATH: `${bin}:${machine.env.PATH}` };
    const outer = ['--workspace', machine.live, '--agent', 'claude', '--role', 'Creator', '--session', 'outer'];
    const made = await mam(machine, ['session', 'create', ...outer, '--mux', 'tmux', '-L', 'live'], { env });
    expect([made.status, made.stderr]).toEqual([0, '']);
    const before = { jobs: jobs(), sessions: readFileSync(join(machine.plane, 'agent-sessions.yaml'), 'utf8') };

    writeFileSync(join(machine.checkout, 'go-on'), '');

    const status = join(machine.checkout, 'status');
    await expect.poll(() => existsSync(status) && readFileSync(status, 'utf8'), { timeout: 25_000 }).toMatch(/\n$/);
    expect(readFileSync(join(machine.checkout, 'env'), 'utf8')).toContain(
      `MAM_JOBS_DIR=${join(machine.plane, 'jobs')}\n`,
    );
    expect([readFileSync(join(machine.checkout, 'out'), 'utf8'), readFileSync(status, 'utf8')]).toEqual([
      expect.stringContaining('agent session   tmux:inner'),
      '0\n',
    ]);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ verdict: 'clean', leaks: [], suspects: [] });

    expect({ jobs: jobs(), sessions: readFileSync(join(machine.plane, 'agent-sessions.yaml'), 'utf8') }).toEqual(
      before,
    );
    expect(readdirSync(join(machine.plane, 'delegate_job_logs'))).toHaveLength(before.jobs.length);
    expect(readdirSync(join(sandbox, '.mam/jobs'))).toHaveLength(1);
    expect(readFileSync(codexEnv, 'utf8')).toContain(`MAM_JOBS_DIR=${join(sandbox, '.mam/jobs')}\n`);
    const panes = spawnSync('tmux', ['-L', 'live', 'list-sessions', '-F', '#{session_name}'], {
      env: machine.env,
      encoding: 'utf8',
    });
    expect(panes.stdout).toBe('outer\n');
  },
);
