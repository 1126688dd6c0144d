import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SessionEntry } from '../../sessions-file/document.ts';
import { hasTmux, type PrivateTmux, privateTmux } from '../../testing/tmux.ts';
import { addProgram, makeWorkspace, type Workspace } from '../../testing/workspace.ts';
import { UndoStack } from '../../undo.ts';
import type { Mux, PaneFields } from '../mux.ts';
import { tmuxDriver } from './driver.ts';

let workspace: Workspace;
let tmux: PrivateTmux;
let mux: Mux;
let undo: UndoStack;
beforeEach(() => {
  // tmux would run what `#(…)` says, were the directory given as an option, and end a command at the semicolon.
  workspace = makeWorkspace(`it's "w\\" #(touch pwned) #{pid} $(touch pwned) %H;`);
  tmux = privateTmux(workspace);
  mux = tmuxDriver({ socketName: 't', env: workspace.env, timeoutMs: 20_000 });
  undo = new UndoStack();
});
afterEach(() => {
  tmux.stop();
  workspace.remove();
});

function open(program: string, name = 'coder', id = `id-${name}`): Promise<PaneFields> {
  const env = {
    WORKSPACE_ROOT: workspace.root,
    AGENT_SESSIONS_YAML: 'a b;',
    MAM_JOBS_DIR: '#{pid}',
    DELEGATE_JOB_LOGS_DIR: ';',
  };
  return mux.open({ name, id, cwd: workspace.root, env, program }, undo);
}

function entryOf(fields: PaneFields, name = 'coder'): SessionEntry {
  return { list: 'tmux_sessions', name, fields: { name, id: `id-${name}`, ...mux.address, ...fields } };
}

function addAgent(name: string, then = 'exec sleep 600'): string {
  const script = `#!/bin/sh\n{ pwd; env; } > "${workspace.dir}/said"\nmv "${workspace.dir}/said" "${workspace.dir}/agent"\n${then}\n`;
  return addProgram(workspace, name, script);
}

describe.runIf(hasTmux)('in a real tmux', () => {
  test('the agent itself is the program of the pane, with the whole binding; nothing is interpreted', async () => {
    const fields = await open(addAgent(`the 'agent' = $(touch pwned) #(touch pwned) ;`));
    expect(fields).toEqual({ socket: tmux.socket, pane_id: '%0' });
    const said = join(workspace.dir, 'agent');
    await expect.poll(() => existsSync(said), { timeout: 20_000 }).toBe(true);
    const lines = readFileSync(said, 'utf8').split('\n');
    expect(lines[0]).toBe(workspace.root);
    expect(lines).toContain(`WORKSPACE_ROOT=${workspace.root}`);
    expect(lines).toContain('AGENT_SESSIONS_YAML=a b;');
    expect(lines).toContain('MAM_JOBS_DIR=#{pid}');
    expect(lines).toContain('DELEGATE_JOB_LOGS_DIR=;');
    expect(existsSync(join(workspace.root, 'pwned'))).toBe(false);
    expect(tmux.sessions()).toEqual(['coder']);
  });

  test('a session is alive until it is closed; then the server, which had no other, is gone', async () => {
    const entry = entryOf(await open(addAgent('claude')));
    expect(await mux.look([entry, entry])).toEqual([
      { alive: true, reason: null },
      { alive: true, reason: null },
    ]);
    expect(await mux.close(entry)).toEqual([]);
    expect(await mux.look([entry])).toEqual([{ alive: false, reason: 'the pane is gone' }]);
    expect(tmux.run('list-sessions').status).toBe(1);
    expect(await mux.close(entry)).toEqual([]);
  });

  test('an agent that ended leaves its pane, which says how, and is not alive', async () => {
    const entry = entryOf(await open(addAgent('claude', 'exit 3')));
    await expect
      .poll(async () => (await mux.look([entry]))[0], { timeout: 20_000 })
      .toEqual({
        alive: false,
        reason: 'its agent has ended',
      });
    // What tmux knows of it; it draws the words for people at a time of its own. A busy tmux may miss that a child ended,
    // and leave it a zombie with no status until another one ends, whatever the time: so it is given one.
    const how = () => {
      tmux.run('run-shell', 'true');
      return tmux.run('list-panes', '-t', '=coder:', '-F', '#{pane_dead} #{pane_dead_status}').stdout.trim();
    };
    await expect.poll(how, { timeout: 20_000 }).toBe('1 3');
    await mux.close(entry);
    expect(tmux.sessions()).toEqual([]);
  });

  test('only the session that was opened is closed: none with a longer name, none that took its name', async () => {
    const agent = addAgent('claude');
    const entry = entryOf(await open(agent, 'coder'), 'coder');
    await open(agent, 'coder-2');
    tmux.run('new-session', '-d', '-s', 'coder-by-hand', 'sleep', '600');
    await mux.close(entry);
    expect(tmux.sessions()).toEqual(['coder-2', 'coder-by-hand']);
    tmux.run('new-session', '-d', '-s', 'coder', 'sleep', '600');
    expect(await mux.look([entry])).toEqual([{ alive: false, reason: 'the pane is gone' }]);
    await mux.close(entry);
    expect(tmux.sessions()).toEqual(['coder', 'coder-2', 'coder-by-hand']);
  });

  test('a name that the server has is refused, and the session that has it stays', async () => {
    tmux.run('new-session', '-d', '-s', 'coder', 'sleep', '600');
    await expect(open(addAgent('claude'))).rejects.toThrow(
      `tmux cannot open session "coder" on ${tmux.socket}: duplicate session`,
    );
    expect(await undo.rollBack()).toEqual([]);
    expect(tmux.sessions()).toEqual(['coder']);
  });

  test('what was opened is undone', async () => {
    await open(addAgent('claude'));
    expect(await undo.rollBack()).toEqual([]);
    expect(tmux.sessions()).toEqual([]);
  });

  test('TMUX names the server, as for tmux itself, and a pane in it does not lead away from a given one', async () => {
    tmux.run('new-session', '-d', '-s', 'pane', 'sleep', '600');
    const env = { ...workspace.env, TMUX: `${tmux.socket},1,0`, TMUX_PANE: '%0' };
    expect(tmuxDriver({ env }).address).toEqual({ socket: tmux.socket });
    const other = tmuxDriver({ socketPath: join(workspace.dir, 'other'), env, timeoutMs: 20_000 });
    const request = { name: 'coder', id: 'i', cwd: workspace.root, env: {}, program: addAgent('claude') };
    expect((await other.open(request, undo)).socket).toBe(join(workspace.dir, 'other'));
    expect(tmux.sessions()).toEqual(['pane']);
    expect(await undo.rollBack()).toEqual([]);
  });

  test('a server that hangs is an error that says what is not known', async () => {
    const pid = Number(tmux.run('new-session', '-d', '-P', '-F', '#{pid}', '-s', 'x', 'sleep', '600').stdout);
    process.kill(pid, 'SIGSTOP');
    try {
      const hurried = tmuxDriver({ socketName: 't', env: workspace.env, timeoutMs: 300 });
      const request = { name: 'coder', id: 'i', cwd: workspace.root, env: {}, program: addAgent('claude') };
      await expect(hurried.open(request, undo)).rejects.toThrow('whether it made a session is not known');
      expect((await hurried.look([entryOf({})]))[0]).toEqual({
        alive: null,
        reason: expect.stringContaining('no answer'),
      });
      await expect(hurried.close(entryOf({}))).rejects.toThrow('no answer');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });
});

test('without tmux on the PATH the error says so', async () => {
  const driver = tmuxDriver({ env: { PATH: '/nonexistent-mam' } });
  const request = { name: 'coder', id: 'i', cwd: workspace.root, env: {}, program: '/bin/true' };
  await expect(driver.open(request, undo)).rejects.toThrow('tmux is not on the PATH: install it');
  expect((await driver.look([entryOf({})]))[0]).toMatchObject({ alive: null });
});

test.each([
  'no server running on /x',
  'error connecting to /x (No such file or directory)',
  // A call that meets the server between its last session and its end.
  'server exited unexpectedly',
  'server exited',
])('when tmux says "%s" the pane is gone, and there is nothing to close', async (said) => {
  addProgram(workspace, 'tmux', `#!/bin/sh\necho '${said}' >&2\nexit 1\n`);
  const entry = entryOf({ socket: '/x', pane_id: '%0' });
  expect(await mux.look([entry])).toEqual([{ alive: false, reason: 'the pane is gone' }]);
  expect(await mux.close(entry)).toEqual([]);
});

test('a session without a recorded pane is told, and nothing is closed for it', async () => {
  const bare = { list: 'tmux_sessions', name: 'coder', fields: { name: 'coder' } };
  expect(await mux.look([bare])).toEqual([{ alive: null, reason: 'no pane is recorded' }]);
  expect(await mux.close(bare)).toEqual([expect.stringContaining('no pane is recorded')]);
});

test('a name with a dot, which tmux would change, is refused', () => {
  expect(() => mux.checkName('a.b')).toThrow('which tmux would change');
});

test.each([
  [{ socketName: '../x' }, 'is not valid'],
  [{ socketName: '' }, 'is not valid'],
  [{ socketPath: '' }, 'is empty'],
  [{ socketPath: '/x', socketName: 'x' }, 'give one of the two'],
])('socket %j is refused', (socket, message) => {
  expect(() => tmuxDriver({ ...socket, env: {} })).toThrow(message);
});

test('the default is where tmux looks', () => {
  const uid = process.getuid?.() ?? 0;
  const base = workspace.env.TMUX_TMPDIR ?? '';
  expect(tmuxDriver({ env: workspace.env }).address.socket).toBe(`${base}/tmux-${uid}/default`);
  expect(tmuxDriver({ env: { TMUX_TMPDIR: '/nonexistent-mam' } }).address.socket).toMatch(/tmp\/tmux-\d+\/default$/);
  expect(tmuxDriver({ env: { TMUX: '' } }).address.socket).toMatch(/tmp\/tmux-\d+\/default$/);
});
