import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listJobs } from '../jobs/list.ts';
import { herdrDriver } from '../mux/herdr/driver.ts';
import type { Mux } from '../mux/mux.ts';
import { tmuxDriver } from '../mux/tmux/driver.ts';
import { readSessionsFile } from '../sessions-file/read.ts';
import { addFakeHerdr, type FakeHerdr } from '../testing/fake-herdr.ts';
import { paperMux } from '../testing/paper-mux.ts';
import { hasTmux, type PrivateTmux, privateTmux } from '../testing/tmux.ts';
import { addProgram, makeWorkspace, treeOf, type Workspace } from '../testing/workspace.ts';
import { type CreateOptions, createAgentSession } from './create.ts';
import { listAgentSessions } from './list.ts';
import { removeAgentSession } from './remove.ts';

let workspace: Workspace;
let herdr: FakeHerdr;
let mux: Mux;
let tmux: PrivateTmux;
beforeEach(() => {
  workspace = makeWorkspace();
  herdr = addFakeHerdr(workspace);
  tmux = privateTmux(workspace);
  mux = herdrDriver({ env: workspace.env, timeoutMs: 20_000 });
  addProgram(
    workspace,
    'claude',
    `#!/bin/sh\nenv | sort > "${workspace.dir}/said"\nmv "${workspace.dir}/said" "${workspace.dir}/agent"\nexec sleep 600\n`,
  );
});
afterEach(() => {
  tmux.stop();
  herdr.stop();
  workspace.remove();
});

function create(other: Partial<CreateOptions> = {}): ReturnType<typeof createAgentSession> {
  const usual = { workspace: workspace.root, agent: 'claude', role: 'Creator', session: 'coder', mux };
  return createAgentSession({ ...usual, env: workspace.env, ...other });
}

const sessions = () => readSessionsFile(workspace.sessionsFile).sessions;
const paper = () => paperMux(workspace.panes);

describe.each(['herdr', 'tmux'] as const)('in %s', (kind) => {
  test.runIf(kind === 'herdr' || hasTmux)(
    'a session is registered, its agent runs with the binding, its job is there',
    async () => {
      const driver = kind === 'herdr' ? mux : tmuxDriver({ socketName: 't', env: workspace.env, timeoutMs: 20_000 });
      const made = await create({ mux: driver });
      expect(made.agentSession).toBe(`${kind}:coder`);
      const [entry] = sessions();
      expect(entry).toMatchObject({ list: `${kind}_sessions`, name: 'coder', fields: made.fields });
      expect(entry?.fields).toMatchObject({ agent: 'claude', role: 'Creator', workspace: workspace.root });
      expect(entry?.fields.pane_id).toMatch(kind === 'herdr' ? /^w1:p1$/ : /^%0$/);
      expect(made.job.warnings).toEqual([]);
      expect(listJobs({ env: { WORKSPACE_ROOT: workspace.root } }).map(({ record }) => record)).toEqual([
        made.job.record,
      ]);
      expect(made.job.record).toMatchObject({
        agent_session: `${kind}:coder`,
        agent: 'claude',
        prompt: expect.stringContaining('the role Creator'),
      });
      expect(readdirSync(workspace.logsDir)).toEqual([made.job.record.id]);

      const said = join(workspace.dir, 'agent');
      await expect.poll(() => existsSync(said), { timeout: 20_000 }).toBe(true);
      expect(readFileSync(said, 'utf8').split('\n')).toEqual(
        expect.arrayContaining([
          `WORKSPACE_ROOT=${workspace.root}`,
          `AGENT_SESSIONS_YAML=${workspace.sessionsFile}`,
          `MAM_JOBS_DIR=${workspace.registryDir}`,
          `DELEGATE_JOB_LOGS_DIR=${workspace.logsDir}`,
        ]),
      );

      const place = { sessionsFile: workspace.sessionsFile, muxes: [driver] };
      expect(await listAgentSessions(place)).toMatchObject([{ name: 'coder', kind, alive: true }]);
      const removed = await removeAgentSession({ ...place, name: 'coder' });
      expect(removed.warnings).toEqual([]);
      expect(sessions()).toEqual([]);
      expect(herdr.workspaces()).toEqual([]);
      expect(tmux.sessions()).toEqual([]);
      expect(listJobs({ env: { WORKSPACE_ROOT: workspace.root } })).toHaveLength(1);
    },
  );
});

test('the workspace alone decides: neither the working directory nor an ambient binding does', async () => {
  const live = makeWorkspace();
  try {
    const ambient = {
      WORKSPACE_ROOT: live.root,
      MAM_JOBS_DIR: live.registryDir,
      DELEGATE_JOB_LOGS_DIR: live.logsDir,
      AGENT_SESSIONS_YAML: live.sessionsFile,
    };
    const made = await create({ env: { ...workspace.env, ...ambient }, cwd: live.root });
    expect(made.sessionsFile).toBe(workspace.sessionsFile);
    expect(made.job.recordPath.startsWith(workspace.registryDir)).toBe(true);
    expect(treeOf(live.root)).toEqual({});
  } finally {
    live.remove();
  }
});

test('a workspace behind a link, or with a relative name, is its real directory', async () => {
  const link = join(workspace.dir, 'link');
  symlinkSync(workspace.root, link);
  expect((await create({ workspace: link })).fields.workspace).toBe(workspace.root);
  expect((await create({ workspace: 'link', cwd: workspace.dir, session: 'two' })).fields.workspace).toBe(
    workspace.root,
  );
  expect(sessions().map(({ name }) => name)).toEqual(['coder', 'two']);
});

test.each<[string, Partial<CreateOptions>, string]>([
  ['an empty name', { session: '' }, 'the session name is empty'],
  ['a name with a prefix', { session: 'herdr:coder' }, 'carries a prefix'],
  ['a remote name', { session: 'remote:coder' }, 'carries a prefix'],
  ['a name that is a path', { session: '../coder' }, 'is not valid'],
  ['an overlong name', { session: 'c'.repeat(65) }, 'is not valid'],
  ['a name in look-alike letters', { session: 'соder' }, 'is not valid'],
  ['a bad role', { role: 'a role' }, 'role "a role" is not valid'],
  ['an empty role', { role: '' }, 'the role is empty'],
  ['a bad agent', { agent: 'claude; id' }, 'agent "claude; id" is not valid'],
  ['an agent that is not installed', { agent: 'nobody-has-this' }, 'is not a program on the PATH'],
  ['an empty workspace', { workspace: '' }, 'the workspace is empty'],
  ['a workspace that is not there', { workspace: '/nonexistent-mam' }, 'does not exist'],
  ['a workspace that is a file', { workspace: '/dev/null' }, 'is not a directory'],
  ['a workspace with NUL in it', { workspace: '/tmp/a\0b' }, 'is not to be had'],
])('%s is refused before anything is made', async (_, bad, message) => {
  await expect(create(bad)).rejects.toMatchObject({ kind: 'input', message: expect.stringContaining(message) });
  expect(treeOf(workspace.root)).toEqual({});
  expect(herdr.calls()).toEqual([]);
});

test.each([
  ['the same name', 'coder', 'is registered already in herdr_sessions'],
  ['a name that differs by case', 'Coder', 'differs from "coder" by case only in herdr_sessions'],
  ['a name of the other multiplexer', 'watcher', 'is registered already in tmux_sessions'],
  ['a remote name', 'far', 'is registered already in other'],
])('%s is refused, and the file stays as it is', async (_, session, message) => {
  mkdirSync(workspace.plane);
  const text = 'herdr_sessions: [{name: coder}]\ntmux_sessions: [{name: watcher}]\nother: [{name: "remote:far"}]\n';
  writeFileSync(workspace.sessionsFile, text);
  await expect(create({ session })).rejects.toMatchObject({ kind: 'input', message: expect.stringContaining(message) });
  expect(readFileSync(workspace.sessionsFile, 'utf8')).toBe(text);
  expect(herdr.calls()).toEqual([]);
});

test('a sessions file that is not valid is an error, and is never rewritten', async () => {
  mkdirSync(workspace.plane);
  writeFileSync(workspace.sessionsFile, 'herdr_sessions: [');
  await expect(create()).rejects.toMatchObject({
    kind: 'failed',
    message: expect.stringContaining(workspace.sessionsFile),
  });
  expect(readFileSync(workspace.sessionsFile, 'utf8')).toBe('herdr_sessions: [');
  expect(herdr.calls()).toEqual([]);
});

describe('all or nothing', () => {
  const text = '# mine\nherdr_sessions:   [ ]   # odd spacing survives an undo\n';

  test('in a workspace without a control plane a failure leaves none', async () => {
    herdr.mode('fails in run');
    await expect(create()).rejects.toThrow('agent session "coder" was not created: herdr --session default pane run');
    expect(treeOf(workspace.root)).toEqual({});
    expect(herdr.workspaces()).toEqual([]);
  });

  test('a failure leaves the sessions file byte for byte', async () => {
    mkdirSync(workspace.plane);
    writeFileSync(workspace.sessionsFile, text);
    herdr.mode('fails in run');
    await expect(create()).rejects.toThrow('pane_send_failed');
    expect(treeOf(workspace.plane)).toEqual({ 'agent-sessions.yaml': text });
  });

  test('a failure of the last step undoes the pane too', async () => {
    mkdirSync(workspace.plane);
    writeFileSync(workspace.registryDir, 'in the way');
    const before = treeOf(workspace.root);
    await expect(create()).rejects.toThrow(/was not created: cannot write a job .* not a directory/);
    expect(treeOf(workspace.root)).toEqual(before);
    expect(herdr.calls().at(-1)?.slice(2)).toEqual(['workspace', 'close', 'w1']);
    expect(herdr.workspaces()).toEqual([]);
  });

  test('what others registered meanwhile stays', async () => {
    const slow: Mux = {
      ...paper(),
      async open() {
        await create({ session: 'other', mux: paper() });
        throw new Error('no pane today');
      },
    };
    await expect(create({ mux: slow })).rejects.toThrow('no pane today');
    expect(sessions().map(({ name }) => name)).toEqual(['other']);
    expect(listJobs({ env: { WORKSPACE_ROOT: workspace.root } })).toHaveLength(1);
  });

  test('what cannot be undone is said, and the rest is undone', async () => {
    herdr.mode('fails in run and close');
    await expect(create()).rejects.toThrow(
      /pane_send_failed\); could not undo: herdr workspace w1 of herdr session default \(.*server_unavailable\)\)$/,
    );
    expect(treeOf(workspace.root)).toEqual({});
  });

  test('a session that was removed while its pane opened is not made', async () => {
    const slow: Mux = {
      ...paper(),
      async open(request, undo) {
        const fields = await paper().open(request, undo);
        await removeAgentSession({ name: 'coder', sessionsFile: workspace.sessionsFile, muxes: [paper()] });
        return fields;
      },
    };
    await expect(create({ mux: slow })).rejects.toThrow('the session was removed meanwhile');
    expect(sessions()).toEqual([]);
    expect(existsSync(workspace.registryDir)).toBe(false);
  });

  test('an interruption undoes', async () => {
    herdr.mode('hangs in run');
    const controller = new AbortController();
    const creating = create({ signal: controller.signal });
    await expect.poll(() => herdr.calls().at(-1)?.[3], { timeout: 20_000 }).toBe('run');
    controller.abort();
    await expect(creating).rejects.toThrow('was interrupted');
    expect(treeOf(workspace.root)).toEqual({});
    expect(herdr.workspaces()).toEqual([]);
  });
});
