import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Mux } from '../mux/mux.ts';
import { paperMux } from '../testing/paper-mux.ts';
import { addProgram, makeWorkspace, type Workspace } from '../testing/workspace.ts';
import { createAgentSession } from './create.ts';
import { listAgentSessions } from './list.ts';
import { removeAgentSession } from './remove.ts';

let workspace: Workspace;
let mux: Mux;
beforeEach(() => {
  workspace = makeWorkspace();
  mux = paperMux(workspace.panes);
  addProgram(workspace, 'claude', '#!/bin/sh\n');
});
afterEach(() => workspace.remove());

const create = (session: string) =>
  createAgentSession({ workspace: workspace.root, agent: 'claude', role: 'Creator', session, mux, env: workspace.env });
const remove = (name: string) => removeAgentSession({ name, env: { WORKSPACE_ROOT: workspace.root }, muxes: [mux] });
const list = () => listAgentSessions({ env: { WORKSPACE_ROOT: workspace.root }, muxes: [mux] });
const text = () => readFileSync(workspace.sessionsFile, 'utf8');

function write(content: string): void {
  mkdirSync(workspace.plane);
  writeFileSync(workspace.sessionsFile, content);
}

test('the whole name is compared: no prefix of it, no case, no pattern', async () => {
  await create('coder');
  await create('coder-2');
  for (const name of ['code', 'coder-', 'CODER', 'c*', '=coder', '', 'herdr:coder']) {
    await expect(remove(name)).rejects.toMatchObject({ kind: 'input' });
  }
  expect((await remove('coder')).session.name).toBe('coder');
  expect((await list()).map(({ name }) => name)).toEqual(['coder-2']);
});

test('a session without a file is not there', async () => {
  await expect(remove('coder')).rejects.toThrow('no agent session "coder" is registered');
  expect(existsSync(workspace.plane)).toBe(false);
});

test('what others wrote survives, and the entry goes with all its fields', async () => {
  write('# note\ntmux_sessions:\n- name: by-hand # keep\n  x: 007\n');
  await create('coder');
  await remove('coder');
  expect(text()).toBe('# note\ntmux_sessions:\n- name: by-hand # keep\n  x: 007\n');
});

test('when the pane cannot be closed the entry stays', async () => {
  await create('coder');
  const before = text();
  mux = { ...mux, close: () => Promise.reject(new Error('not today')) };
  await expect(remove('coder')).rejects.toThrow('not today');
  expect(text()).toBe(before);
});

test('remote sessions are listed, and never acted on', async () => {
  write('tmux_sessions:\n- name: remote:far\nremote_sessions:\n- name: farther\nunknown:\n- name: odd\n');
  expect(await list()).toMatchObject([
    { name: 'remote:far', kind: 'remote', alive: null, reason: 'remote sessions are not asked' },
    { name: 'farther', kind: 'remote', alive: null },
    { name: 'odd', kind: null, alive: null, reason: 'its multiplexer is not known' },
  ]);
  await expect(remove('remote:far')).rejects.toThrow('it is remote, and remote sessions are never acted on');
  await expect(remove('farther')).rejects.toThrow('it is remote');
  await expect(remove('odd')).rejects.toThrow('it stands in unknown, edit the file by hand');
});

test('a name that stands twice is not guessed', async () => {
  write('tmux_sessions:\n- name: a\nherdr_sessions:\n- name: a\n');
  await expect(remove('a')).rejects.toThrow('is registered more than once');
});

test('a session made anew while the pane closed stays', async () => {
  await create('coder');
  const closing = mux.close;
  mux = {
    ...mux,
    async close(session) {
      const warnings = await closing(session);
      writeFileSync(workspace.sessionsFile, text().replace(session.fields.id ?? '-', 'another-id'));
      return warnings;
    },
  };
  await remove('coder');
  expect((await list()).map(({ fields }) => fields.id)).toEqual(['another-id']);
});
