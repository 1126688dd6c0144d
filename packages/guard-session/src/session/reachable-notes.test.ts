import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { planSession } from './plan.ts';
import { reachableNotes } from './reachable-notes.ts';

let dir: string;
let servers: Server[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mam-reach-'));
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  rmSync(dir, { recursive: true, force: true });
});

async function serve(...below: string[]): Promise<string> {
  const socket = join(dir, ...below);
  mkdirSync(dirname(socket), { recursive: true });
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return socket;
}

const notes = (env: Record<string, string>, options = {}, dropped: string[] = []) =>
  reachableNotes({ env, dropped, options, cwd: dir });
const herdr = (socket: string) =>
  `A bare herdr in the run still reaches the live server on ${socket}; use --sandbox-home to give the run another home.`;

test('the default herdr socket is said, unless the home family is redirected', async () => {
  const socket = await serve('.config/herdr/herdr.sock');
  expect(notes({ HOME: dir })).toEqual([herdr(socket)]);
  expect(notes({ HOME: dir }, { sandboxHome: true })).toEqual([]);
  expect(notes({ HOME: join(dir, 'elsewhere') })).toEqual([]);
  expect(planSession({ env: { HOME: dir }, cwd: dir }).notes).toContain(herdr(socket));
});

test('it is found where XDG_CONFIG_HOME leads, as far as the run gets that', async () => {
  const socket = await serve('xdg/herdr/herdr.sock');
  const env = { HOME: join(dir, 'home'), XDG_CONFIG_HOME: join(dir, 'xdg') };
  expect(notes(env)).toEqual([herdr(socket)]);
  expect(notes(env, {}, ['XDG_CONFIG_HOME'])).toEqual([]);
  expect(notes(env, { sandboxHome: true, keepEnv: ['XDG_*'] })).toEqual([herdr(socket)]);
});

test('the default tmux server is said where TMUX_TMPDIR is not pinned', async () => {
  const socket = await serve(`tmux-${process.getuid?.() ?? 0}/default`);
  const env = { HOME: dir, TMUX_TMPDIR: dir };
  const said = [
    `A bare tmux in the run still reaches the live server on ${socket}; pin the run (--pin) to give it another.`,
  ];
  expect(notes(env)).toEqual([]);
  expect(notes(env, { pin: false })).toEqual(said);
  expect(notes(env, { keepEnv: ['TMUX_TMPDIR'] })).toEqual(said);
});

test('a path that is no socket is nothing to reach', () => {
  mkdirSync(join(dir, '.config/herdr/herdr.sock'), { recursive: true });
  expect(notes({ HOME: dir })).toEqual([]);
});
