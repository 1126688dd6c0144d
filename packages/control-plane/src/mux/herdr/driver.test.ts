import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SessionEntry } from '../../sessions-file/document.ts';
import { addFakeHerdr, type FakeHerdr, type FakeMode } from '../../testing/fake-herdr.ts';
import { addProgram, makeWorkspace, type Workspace } from '../../testing/workspace.ts';
import { UndoStack } from '../../undo.ts';
import type { Mux, PaneFields } from '../mux.ts';
import { herdrDriver } from './driver.ts';

let workspace: Workspace;
let herdr: FakeHerdr;
let mux: Mux;
let undo: UndoStack;
beforeEach(() => {
  workspace = makeWorkspace(`it's a "w\\orkspace" $(touch pwned); #{x}`);
  herdr = addFakeHerdr(workspace);
  mux = herdrDriver({ env: workspace.env, timeoutMs: 20_000 });
  undo = new UndoStack();
});
afterEach(() => {
  herdr.stop();
  workspace.remove();
});

const BINDING = {
  WORKSPACE_ROOT: '/a b',
  AGENT_SESSIONS_YAML: '/s=1',
  MAM_JOBS_DIR: "/j'",
  DELEGATE_JOB_LOGS_DIR: '/l$',
};

function open(program: string, by: Mux = mux): Promise<PaneFields> {
  return by.open({ name: 'coder', id: 'an-id', cwd: workspace.root, env: BINDING, program }, undo);
}

/** A session as the sessions file has it after `open`. */
function entryOf(fields: PaneFields): SessionEntry {
  return { list: 'herdr_sessions', name: 'coder', fields: { name: 'coder', ...mux.address, ...fields } };
}

/** An agent that says where it runs and with what. */
function addAgent(name: string): string {
  return addProgram(
    workspace,
    name,
    `#!/bin/sh\n{ pwd; env; } > "${workspace.dir}/said"\nmv "${workspace.dir}/said" "${workspace.dir}/agent"\n`,
  );
}

test('the agent runs in a workspace of the name, with the whole binding, its path typed as one word', async () => {
  const fields = await open(addAgent(`the 'agent' $(touch pwned) \\ "x"`));
  expect(fields).toEqual({ workspace_id: 'w1', pane_id: 'w1:p1', terminal_id: expect.stringMatching(/^term_/) });
  const said = join(workspace.dir, 'agent');
  await expect.poll(() => existsSync(said), { timeout: 20_000 }).toBe(true);
  const lines = readFileSync(said, 'utf8').split('\n');
  expect(lines).toContain(workspace.root);
  for (const [name, value] of Object.entries(BINDING)) expect(lines).toContain(`${name}=${value}`);
  expect(existsSync(join(workspace.root, 'pwned'))).toBe(false);
  expect(herdr.calls().map((call) => call.slice(0, 4).join(' '))).toEqual([
    '--session default workspace create',
    '--session default pane process-info',
    '--session default pane run',
  ]);
  expect(herdr.calls()[2]).toHaveLength(6);
  expect(herdr.calls()[0]?.slice(4)).toEqual([
    '--cwd',
    workspace.root,
    '--label',
    'coder',
    ...Object.entries(BINDING).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    '--no-focus',
  ]);
});

test.each([
  [{}, undefined, 'default'],
  [{ HERDR_SESSION: '' }, undefined, 'default'],
  [{ HERDR_SESSION: 'mine', HERDR_SOCKET_PATH: '/live.sock', HERDR_PANE_ID: 'w9:p9' }, undefined, 'mine'],
  [{ HERDR_SESSION: 'mine' }, 'given', 'given'],
])('with %j the server is named by the flag alone', async (variables, herdrSession, expected) => {
  const driver = herdrDriver({ env: { ...workspace.env, ...variables }, herdrSession, timeoutMs: 20_000 });
  await open(addAgent('claude'), driver);
  expect(driver.address).toEqual({ herdr_session: expected });
  // The fake refuses to be called with any of the routing variables.
  expect(new Set(herdr.calls().map((call) => call.slice(0, 2).join(' ')))).toEqual(new Set([`--session ${expected}`]));
});

test.each(['', '.', '..', 'a/b', 'a:b', 'x'.repeat(65)])('herdr session %j is refused', (herdrSession) => {
  expect(() => herdrDriver({ herdrSession, env: {} })).toThrow('is not valid');
});

test('an agent whose path a terminal would act on is refused before anything is made', async () => {
  await expect(open('/tmp/a\nb')).rejects.toThrow('has a control character');
  expect(herdr.calls()).toEqual([]);
});

test.each<[FakeMode, string]>([
  ['shell ready late', 'pane run'],
  ['knows no process-info', 'pane run'],
])('when the %s the agent is started in the end', async (mode, last) => {
  herdr.mode(mode);
  await open(addAgent('claude'));
  expect(herdr.calls().at(-1)?.slice(2, 4).join(' ')).toBe(last);
});

test.each<[FakeMode, string, number]>([
  [
    'not running',
    'no herdr server is running at /x/herdr.sock; run `herdr` to start or attach it (server_not_running)',
    0,
  ],
  ['another protocol', '(protocol_mismatch): restart the herdr server', 0],
  ['answers garbage', 'whether it made a workspace is not known, see `herdr --session default workspace list`', 0],
  ['fails in run', 'pane went away (pane_send_failed)', 0],
  ['is killed in run', 'herdr --session default pane run: exit status null', 0],
  ['fails in run and close', 'pane went away (pane_send_failed)', 1],
])('when it %s the error says so, and what was made is undone', async (mode, message, left) => {
  herdr.mode(mode);
  await expect(open(addAgent('claude'))).rejects.toMatchObject({
    kind: 'failed',
    message: expect.stringContaining(message),
  });
  const failed = await undo.rollBack();
  expect(failed).toEqual(
    left === 0 ? [] : [expect.stringMatching(/^herdr workspace w1 of herdr session default \(.*server_unavailable/)],
  );
  expect(herdr.workspaces()).toHaveLength(left);
});

test.each<[FakeMode, number, string]>([
  ['hangs', 300, 'gave no answer within 300 ms; whether it made a workspace is not known'],
  ['shell never ready', 6000, 'the shell of herdr pane w1:p1 was not ready within 6000 ms'],
  ['prints without end', 20_000, 'printed more than 16 MiB'],
])('when it %s it is ended, and the error says so', async (mode, timeoutMs, message) => {
  herdr.mode(mode);
  await expect(open(addAgent('claude'), herdrDriver({ env: workspace.env, timeoutMs }))).rejects.toThrow(message);
  expect(await undo.rollBack()).toEqual([]);
  expect(herdr.workspaces()).toEqual([]);
});

test.each<[FakeMode, string, string[]]>([
  ['hangs in create', 'was interrupted; whether it made a workspace is not known', ['w1']],
  ['hangs in run', 'was interrupted', []],
])('an interruption ends a call that %s, and what is known to be made is undone', async (mode, message, left) => {
  herdr.mode(mode);
  const { signal, abort } = interruption();
  const program = addAgent('claude');
  const opening = mux.open({ name: 'coder', id: 'i', cwd: workspace.root, env: {}, program, signal }, undo);
  const last = mode === 'hangs in create' ? 'create' : 'run';
  await expect.poll(() => herdr.calls().at(-1)?.[3], { timeout: 20_000 }).toBe(last);
  await expect.poll(() => herdr.workspaces(), { timeout: 20_000 }).toEqual(['w1']);
  abort();
  await expect(opening).rejects.toThrow(message);
  expect(await undo.rollBack()).toEqual([]);
  expect(herdr.workspaces()).toEqual(left);
});

function interruption(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

test('without herdr on the PATH the error says so', async () => {
  const driver = herdrDriver({ env: { PATH: '/nonexistent-mam' } });
  await expect(open(addAgent('claude'), driver)).rejects.toThrow('herdr is not on the PATH: install it');
  const entry = entryOf({ pane_id: 'w1:p1', workspace_id: 'w1' });
  expect(await driver.look([entry])).toEqual([{ alive: null, reason: expect.stringContaining('not on the PATH') }]);
  await expect(driver.close(entry)).rejects.toThrow('not on the PATH');
});

test('a pane is alive until its workspace is closed, and closing twice is no error', async () => {
  const entry = entryOf(await open(addAgent('claude')));
  expect(await mux.look([entry])).toEqual([{ alive: true, reason: null }]);
  expect(await mux.close(entry)).toEqual([]);
  expect(herdr.workspaces()).toEqual([]);
  expect(await mux.look([entry])).toEqual([{ alive: false, reason: 'the pane is gone' }]);
  expect(await mux.close(entry)).toEqual(['pane w1:p1 was not closed: the pane is gone']);
});

test('after a restart the pane is known by its workspace; a pane that took its id is never closed', async () => {
  const entry = entryOf(await open(addAgent('claude')));
  herdr.restart();
  expect((await mux.look([entry]))[0]?.alive).toBe(true);
  herdr.restart('someone else');
  expect(await mux.look([entry])).toEqual([{ alive: false, reason: 'its pane id is another pane now' }]);
  expect(await mux.close(entry)).toEqual(['pane w1:p1 was not closed: its pane id is another pane now']);
  expect(herdr.workspaces()).toEqual(['w1']);
});

test('with no server a pane is not alive; when that cannot be told, nothing is closed', async () => {
  const entry = entryOf(await open(addAgent('claude')));
  herdr.mode('not running');
  expect(await mux.look([entry])).toEqual([{ alive: false, reason: expect.stringContaining('server is not running') }]);
  expect(await mux.close(entry)).toEqual([expect.stringContaining('may bring the pane back')]);
  herdr.mode('another protocol');
  expect((await mux.look([entry]))[0]?.alive).toBe(null);
  await expect(mux.close(entry)).rejects.toThrow('the pane of "coder" cannot be closed');
});

test('many sessions of a server cost one look; one without a pane is told', async () => {
  const entry = entryOf(await open(addAgent('claude')));
  const before = herdr.calls().length;
  const bare = { list: 'herdr_sessions', name: 'by-hand', fields: { name: 'by-hand' } };
  const states = await mux.look([entry, entry, bare, entry]);
  expect(states.map(({ alive }) => alive)).toEqual([true, true, null, true]);
  expect(herdr.calls().length - before).toBe(2);
  expect(await mux.close(bare)).toEqual([expect.stringContaining('no pane is recorded')]);
});
