import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Machine, type MamOptions, makeMachine, mam } from '../../testing/machine.ts';

const hasTmux = spawnSync('tmux', ['-V']).status === 0;

let machine: Machine;
let bin: string;
let workspace: string;
beforeEach(() => {
  machine = makeMachine();
  bin = join(machine.dir, 'bin');
  workspace = join(machine.dir, 'sandbox');
  for (const dir of [bin, workspace, join(machine.dir, 't')]) mkdirSync(dir);
  machine.env.PATH = `${bin}:${machine.env.PATH}`;
  machine.env.TMUX_TMPDIR = join(machine.dir, 't');
  program('claude', 'exec sleep 600');
});
afterEach(() => {
  if (hasTmux) tmux('kill-server');
  machine.remove();
});

function program(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
}

const tmux = (...args: string[]) => spawnSync('tmux', ['-L', 't', ...args], { env: machine.env, encoding: 'utf8' });
const session = (args: string[], options: MamOptions = {}) => mam(machine, ['session', ...args], options);
const CREATE = ['--agent', 'claude', '--role', 'Creator', '--session', 'coder'];

function create(...more: string[]): ReturnType<typeof mam> {
  return session(['create', '--workspace', workspace, ...CREATE, ...more]);
}

test.runIf(hasTmux)('a session is created, listed and removed; the binding of the caller decides nothing', async () => {
  const made = await create('--mux', 'tmux', '-L', 't', '--json');
  expect([made.status, made.stderr]).toEqual([0, '']);
  const report = JSON.parse(made.stdout);
  expect(report).toMatchObject({
    agent_session: 'tmux:coder',
    name: 'coder',
    role: 'Creator',
    workspace,
    sessions_file: join(workspace, '.mam/agent-sessions.yaml'),
    onboarding_job: { agent_session: 'tmux:coder', agent: 'claude' },
  });
  expect(tmux('list-sessions', '-F', '#{session_name}').stdout).toBe('coder\n');

  const listed = await session(['list', '--workspace', workspace]);
  expect(listed.stdout).toBe('NAME   MUX   AGENT   ROLE     PANE  STATE\ncoder  tmux  claude  Creator  %0    alive\n');
  const json = JSON.parse((await session(['list', '--workspace', workspace, '--json'])).stdout);
  expect(json).toMatchObject([{ name: 'coder', mux: 'tmux', alive: true, reason: null }]);

  expect((await session(['remove', 'code', '--workspace', workspace])).status).toBe(2);
  expect(await session(['remove', 'coder', '--workspace', workspace])).toMatchObject({
    status: 0,
    stdout: 'coder\n',
    stderr: '',
  });
  expect(tmux('list-sessions').status).toBe(1);
  expect(readFileSync(report.sessions_file, 'utf8')).toBe('tmux_sessions: []\n');
  expect(readdirSync(join(workspace, '.mam/jobs'))).toEqual([`${report.onboarding_job.id}.json`]);
  // The live plane, which every variable names.
  expect(readdirSync(join(machine.plane, 'jobs'))).toEqual([]);
  expect(readFileSync(join(machine.plane, 'agent-sessions.yaml'), 'utf8')).not.toContain('coder');
});

test('list without a workspace is of the plane that the binding names', async () => {
  program('herdr', `echo '{"error":{"code":"server_not_running","message":"no herdr server"},"id":"x"}' >&2; exit 1`);
  writeFileSync(
    join(machine.plane, 'agent-sessions.yaml'),
    'herdr_sessions:\n- name: planner\n- name: pane\n  herdr_session: x\n  pane_id: w1:p1\n- name: "remote:far"\n',
  );
  const { stdout } = await session(['list']);
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/).at(-1))).toEqual([
    'STATE',
    'unknown: no pane is recorded',
    'dead: its herdr server is not running, and may bring the pane back when it starts',
    'unknown: remote sessions are not asked',
    '',
  ]);
  const removed = await session(['remove', 'remote:far']);
  expect([removed.status, removed.stderr]).toEqual([
    2,
    'mam: agent session "remote:far" cannot be removed: it is remote, and remote sessions are never acted on\n',
  ]);
});

describe('bad input has status 2 and changes nothing', () => {
  test.each<[string, string[], string]>([
    ['a multiplexer that is not known', ['--mux', 'zellij'], 'Allowed choices are herdr, tmux'],
    ['a tmux socket for herdr', ['-L', 'x'], '-L names a tmux server'],
    ['a herdr server for tmux', ['--mux', 'tmux', '--herdr-session', 'x'], '--herdr-session names a herdr server'],
    ['two tmux sockets', ['--mux', 'tmux', '-L', 'x', '-S', '/x'], 'give one of the two'],
    ['a herdr server that cannot be', ['--herdr-session', '../x'], 'herdr session "../x" is not valid'],
    ['a timeout of nothing', ['--timeout', '0'], 'Give a whole number of milliseconds'],
    ['a workspace that is not there', ['--workspace', '/nonexistent-mam'], 'does not exist'],
    ['a session with a prefix', ['--session', 'herdr:x'], 'carries a prefix'],
    ['a role that is not valid', ['--role', '$(id)'], 'role "$(id)" is not valid'],
  ])('%s', async (_, more, message) => {
    const { status, stdout, stderr } = await create(...more);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(existsSync(join(workspace, '.mam'))).toBe(false);
  });

  test('a session without a role', async () => {
    const { status, stderr } = await session([
      'create',
      '--workspace',
      workspace,
      '--agent',
      'claude',
      '--session',
      'x',
    ]);
    expect([status, stderr]).toEqual([2, "mam: required option '--role <role>' not specified\n"]);
  });
});

test('without herdr the status is 1, and nothing is left', async () => {
  // Nothing but the agent and node's own directory could be on this PATH.
  const { status, stderr } = await session(['create', '--workspace', workspace, ...CREATE], {
    env: { ...machine.env, PATH: bin },
  });
  expect([status, stderr]).toEqual([
    1,
    'mam: agent session "coder" was not created: herdr is not on the PATH: install it, or choose another multiplexer\n',
  ]);
  expect(existsSync(join(workspace, '.mam'))).toBe(false);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s while herdr hangs undoes everything, and is the status', async (signal, expected) => {
  program('herdr', `echo called > "${machine.dir}/called"; exec sleep 600`);
  const creating = session(['create', '--workspace', workspace, ...CREATE], {
    during: async (child) => {
      await expect.poll(() => existsSync(join(machine.dir, 'called')), { timeout: 20_000 }).toBe(true);
      child.kill(signal);
    },
  });
  const { status, stderr } = await creating;
  expect([status, stderr]).toEqual([expected, expect.stringContaining('was interrupted')]);
  expect(existsSync(join(workspace, '.mam'))).toBe(false);
});

test.each([['create'], ['list'], ['remove']])('mam session %s --help ends with an example', async (command) => {
  const { status, stdout } = await session([command, '--help']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/\n\nExample:\n {2}.*mam session .*\n$/);
});
