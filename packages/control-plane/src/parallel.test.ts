import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listJobs } from './jobs/list.ts';
import { submitJob } from './jobs/submit.ts';
import { readSessionsFile } from './sessions-file/read.ts';
import { buildChildren, type ChildResult, runChild } from './testing/child.ts';
import { OPERATIONS } from './testing/operations.ts';
import { hasTmux, type PrivateTmux, privateTmux } from './testing/tmux.ts';
import { addProgram, makeWorkspace, readJson, type Workspace } from './testing/workspace.ts';

// Twenty node processes take a while on a small machine.
vi.setConfig({ testTimeout: 180_000 });

const PROCESSES = Array.from({ length: 20 }, (_, index) => index);

let built: Workspace;
let workspace: Workspace;
let tmux: PrivateTmux;
let env: Record<string, string>;
beforeAll(async () => {
  built = makeWorkspace();
  await buildChildren(built.dir, 'submit', 'create');
});
afterAll(() => built.remove());
beforeEach(() => {
  workspace = makeWorkspace();
  tmux = privateTmux(workspace);
  env = { ...workspace.env, WORKSPACE_ROOT: workspace.root };
  addProgram(workspace, 'claude', '#!/bin/sh\nexec sleep 600\n');
});
afterEach(() => {
  if (hasTmux) tmux.stop();
  workspace.remove();
});

const idsIn = (results: ChildResult[]) => results.flatMap(({ stdout }) => stdout.split('\n').filter(Boolean));

/** Every record and every `meta.json` is whole, and no audit log is without its record. */
function expectWhole(): string[] {
  const jobs = listJobs({ env });
  expect(jobs.filter(({ problem }) => problem !== null)).toEqual([]);
  const ids = jobs.map(({ id }) => id);
  const known = new Set(ids);
  for (const id of existsSync(workspace.logsDir) ? readdirSync(workspace.logsDir) : []) {
    expect(known).toContain(id);
    const meta = join(workspace.logsDir, id, 'meta.json');
    if (existsSync(meta)) expect(readJson(meta).id).toBe(id);
  }
  return ids;
}

/** Kills a child as soon as it has printed so many lines, and a little later or earlier at random. */
function killAfter(lines: number): (child: ChildProcess) => void {
  return (child) => {
    let seen = '';
    const kill = () => setTimeout(() => child.kill('SIGKILL'), Math.random() * 5);
    if (lines === 0) setTimeout(kill, Math.random() * 300);
    child.stdout?.on('data', (data) => {
      seen += data;
      if (seen.split('\n').length > lines) kill();
    });
  };
}

test('20 processes submit 50 jobs each: all there, none torn, every id once', async () => {
  const task = { count: 50, session: 'herdr:planner' };
  const results = await Promise.all(PROCESSES.map(() => runChild(built.dir, 'submit', task, { env })));
  expect(results.map(({ status, stderr }) => [status, stderr])).toEqual(PROCESSES.map(() => [0, '']));
  const ids = idsIn(results);
  expect(new Set(ids).size).toBe(1000);
  expect(expectWhole()).toEqual([...ids].sort());
  expect(readdirSync(workspace.registryDir)).toHaveLength(1000);
  expect(readdirSync(workspace.logsDir)).toHaveLength(1000);
});

test('half of 20 submitting processes are killed at random: what was acknowledged is there, and all is whole', async () => {
  const results = await Promise.all(
    PROCESSES.map((index) => {
      const victim = index % 2 === 0;
      // A victim submits until it is killed: none is done before this process, busy as the machine is, comes to kill it.
      const task = { count: victim ? 1_000_000 : 20, session: 'herdr:planner' };
      const options = { env, ...(victim ? { during: killAfter(Math.floor(Math.random() * 19)) } : {}) };
      return runChild(built.dir, 'submit', task, options);
    }),
  );
  expect(results.map(({ signal }) => signal)).toEqual(PROCESSES.map((index) => (index % 2 === 0 ? 'SIGKILL' : null)));
  const acknowledged = idsIn(results).filter((id) => id.length === 26);
  const ids = expectWhole();
  expect(ids).toEqual(expect.arrayContaining(acknowledged));
  expect(new Set(ids).size).toBe(ids.length);
  const next = await submitJob({ prompt: 'p', agent: 'claude', agentSession: 'herdr:planner', env });
  expect(expectWhole()).toContain(next.record.id);
});

test.runIf(hasTmux)(
  '20 processes create a session each in one workspace: all registered, each with its pane and job',
  async () => {
    const results = await Promise.all(
      PROCESSES.map((index) =>
        runChild(built.dir, 'create', { workspace: workspace.root, session: `s${index}`, tmux: 't' }, { env }),
      ),
    );
    expect(results.map(({ status, stderr }) => [status, stderr])).toEqual(PROCESSES.map(() => [0, '']));
    const names = PROCESSES.map((index) => `s${index}`).sort();
    const { sessions } = readSessionsFile(workspace.sessionsFile);
    expect(sessions.map(({ name }) => name).sort()).toEqual(names);
    expect(new Set(sessions.map(({ fields }) => fields.pane_id)).size).toBe(20);
    expect(tmux.sessions()).toEqual(names);
    expect(expectWhole()).toEqual(idsIn(results).sort());
    const jobs = listJobs({ env }).map(({ record }) => record.agent_session);
    expect(jobs.sort()).toEqual(names.map((name) => `tmux:${name}`));
    expect(readdirSync(workspace.plane).sort()).toEqual(['agent-sessions.yaml', 'delegate_job_logs', 'jobs']);
  },
);

test('one name for 20 processes: one gets it', async () => {
  const task = { workspace: workspace.root, session: 'same', paper: workspace.panes };
  const results = await Promise.all(PROCESSES.map(() => runChild(built.dir, 'create', task, { env })));
  expect(results.filter(({ status }) => status === 0)).toHaveLength(1);
  for (const { status, stderr } of results) if (status !== 0) expect(stderr).toContain('"same" is registered already');
  expect(readSessionsFile(workspace.sessionsFile).sessions).toHaveLength(1);
  expect(readdirSync(workspace.panes)).toHaveLength(1);
  expect(expectWhole()).toHaveLength(1);
});

test('half of 20 creating processes are killed at random: the file is valid, the others are in, nothing blocks', async () => {
  const results = await Promise.all(
    PROCESSES.map((index) => {
      const task = { workspace: workspace.root, session: `s${index}`, paper: workspace.panes };
      return runChild(built.dir, 'create', task, { env, ...(index % 2 === 0 ? { during: killAfter(0) } : {}) });
    }),
  );
  const survivors = results.flatMap((result, index) => (result.signal === null ? [[result, index] as const] : []));
  expect(survivors.length).toBeGreaterThanOrEqual(10);
  expect(survivors.map(([{ status, stderr }]) => [status, stderr])).toEqual(survivors.map(() => [0, '']));
  await OPERATIONS.create({ root: workspace.root, panes: workspace.panes }, 'the-next');
  const names = readSessionsFile(workspace.sessionsFile).sessions.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...survivors.map(([, index]) => `s${index}`), 'the-next']));
  expect(new Set(names).size).toBe(names.length);
  expectWhole();
  expect(readdirSync(workspace.plane).sort()).toEqual(['agent-sessions.yaml', 'delegate_job_logs', 'jobs']);
});
