import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAlive } from '../testing/is-alive.ts';
import { createSandbox } from './create.ts';
import { NONCE_FILE } from './nonce-file.ts';
import { removeSandbox } from './remove.ts';

let base: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mam-sandbox-test-')));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const make = (live: string[] = []) => createSandbox({ parents: [base], live });

describe('createSandbox', () => {
  test('gives a workspace with a control plane, and the variables that lead to it', () => {
    const sandbox = make();
    expect(statSync(sandbox.path).mode & 0o777).toBe(0o700);
    expect(sandbox.env.WORKSPACE_ROOT).toBe(sandbox.workspace);
    for (const name of ['MAM_JOBS_DIR', 'DELEGATE_JOB_LOGS_DIR', 'TMUX_TMPDIR'] as const) {
      expect(statSync(sandbox.env[name] ?? '').isDirectory()).toBe(true);
    }
    expect(sandbox.env.HOME).toBeUndefined();
  });

  test('gives a fresh home family when asked', () => {
    const sandbox = createSandbox({ parents: [base], live: [], home: true });
    for (const name of ['HOME', 'XDG_CONFIG_HOME', 'XDG_RUNTIME_DIR', 'USERPROFILE', 'APPDATA', 'TMPDIR']) {
      expect(sandbox.env[name]?.startsWith(`${sandbox.path}/`)).toBe(true);
      expect(statSync(sandbox.env[name] ?? '').isDirectory()).toBe(true);
    }
  });

  test('passes over a parent inside a watched root, through a link too', () => {
    const live = join(base, 'live');
    const free = join(base, 'free');
    mkdirSync(live);
    mkdirSync(free);
    symlinkSync(live, join(base, 'link'));
    const sandbox = createSandbox({ parents: [join(base, 'link'), live, free], live: [live] });
    expect(sandbox.path.startsWith(`${free}/`)).toBe(true);
  });

  test('refuses when every parent lies inside a watched root, and says the remedy', () => {
    expect(() => make([base])).toThrow(
      `There is no place for a sandbox: ${base} lies inside the watched ${base}. ` +
        'Set TMPDIR to a writable directory outside every watched root.',
    );
  });
});

describe('removeSandbox', () => {
  test('removes what it made, unwritable directories and links included, and follows none', async () => {
    const sandbox = make();
    const outside = join(base, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'keep'), 'x');
    symlinkSync(outside, join(sandbox.path, 'link'));
    mkdirSync(join(sandbox.path, 'module', 'cache'), { recursive: true });
    writeFileSync(join(sandbox.path, 'module', 'cache', 'file'), 'x');
    chmodSync(join(sandbox.path, 'module', 'cache'), 0o500);
    expect(await removeSandbox(sandbox)).toEqual({ removed: true });
    expect(existsSync(sandbox.path)).toBe(false);
    expect(existsSync(join(outside, 'keep'))).toBe(true);
  });

  test('one that its test deleted is no failure', async () => {
    const sandbox = make();
    rmSync(sandbox.path, { recursive: true });
    expect(await removeSandbox(sandbox)).toEqual({ removed: true });
  });

  test('one that goes while it is removed is no failure', async () => {
    const sandbox = make();
    // Both find it proven, and then one after the other remove it.
    expect(await Promise.all([removeSandbox(sandbox), removeSandbox(sandbox)])).toEqual([
      { removed: true },
      { removed: true },
    ]);
    expect(existsSync(sandbox.path)).toBe(false);
  });

  test('keeps one whose nonce is not the one that was written', async () => {
    const sandbox = make();
    writeFileSync(join(sandbox.path, NONCE_FILE), '{"nonce":"other"}');
    const removal = await removeSandbox(sandbox);
    expect(removal).toMatchObject({ removed: false, reason: expect.stringContaining('not the one that was written') });
    expect(existsSync(sandbox.path)).toBe(true);
  });

  test('keeps another directory that stands in its place, a link to one included', async () => {
    for (const replace of [
      (path: string) => mkdirSync(path),
      (path: string) => symlinkSync(mkdtempSync(join(base, 'target-')), path),
    ]) {
      const sandbox = make();
      const nonce = readFileSync(join(sandbox.path, NONCE_FILE));
      renameSync(sandbox.path, `${sandbox.path}-moved`);
      replace(sandbox.path);
      writeFileSync(join(sandbox.path, NONCE_FILE), nonce);
      expect(await removeSandbox(sandbox)).toMatchObject({ removed: false });
      expect(existsSync(join(sandbox.path, NONCE_FILE))).toBe(true);
    }
  });

  test('keeps one that a watched root lies inside', async () => {
    const sandbox = make();
    const removal = await removeSandbox(sandbox, [join(sandbox.workspace, '.mam')]);
    expect(removal).toMatchObject({ removed: false, reason: expect.stringContaining('lies inside it') });
  });

  test('keeps one that cannot be looked at any more', async () => {
    const parent = join(base, 'parent');
    mkdirSync(parent);
    const sandbox = createSandbox({ parents: [parent], live: [] });
    renameSync(parent, `${parent}-moved`);
    symlinkSync('parent', parent);
    expect(await removeSandbox(sandbox)).toMatchObject({ removed: false, reason: expect.stringContaining('ELOOP') });
  });

  test('ends the tmux servers on sockets inside it first', async () => {
    const sandbox = make();
    // tmux runs a command with the user's shell, which may be one that refuses.
    const env = { PATH: process.env.PATH, TMUX_TMPDIR: sandbox.env.TMUX_TMPDIR, HOME: base, SHELL: '/bin/sh' };
    execFileSync('tmux', ['-f', '/dev/null', 'new-session', '-d', '-s', 'inside', 'sleep 60'], { env });
    const pid = execFileSync('tmux', ['display-message', '-p', '#{pid}'], { env, encoding: 'utf8' }).trim();
    expect(await removeSandbox(sandbox)).toEqual({ removed: true });
    // Its parent, the system's first process, may take a while to notice.
    await expect.poll(() => isAlive(Number(pid)), { timeout: 15_000 }).toBe(false);
  });

  test('a socket in it that is no tmux server is removed with it', async () => {
    const sandbox = make();
    const socket = join(sandbox.path, 's');
    const script = `require('net').createServer().listen(${JSON.stringify(socket)}, () => console.log('up'))`;
    const server = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(server.stdout, 'data');
    try {
      expect(await removeSandbox(sandbox)).toEqual({ removed: true });
    } finally {
      server.kill('SIGKILL');
    }
  });
});
