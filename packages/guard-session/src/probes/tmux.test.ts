import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tmuxProbe, tmuxSockets } from './tmux.ts';

/** A bundled library may ask for what comes with node. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

let dir: string;
let socket: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mam-tmux-'));
  socket = join(dir, 's');
});
afterEach(() => {
  tmux('kill-server');
  rmSync(dir, { recursive: true, force: true });
});

// tmux runs a command with the user's shell, which may be one that refuses.
const env = { PATH: process.env.PATH, HOME: '/nonexistent', SHELL: '/bin/sh' };

function tmux(...args: string[]): void {
  try {
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { env, stdio: 'ignore' });
  } catch {
    // kill-server without a server.
  }
}

const start = (name: string) => tmux('new-session', '-d', '-s', name, 'sleep 60');

async function compared(change: () => void | Promise<void>) {
  const probe = tmuxProbe(socket, env);
  const look = await probe.look();
  await change();
  const { observations, notCovered } = await probe.compare(look);
  expect(notCovered).toEqual([]);
  return observations.map(({ change, path }) => `${change} ${path}`);
}

describe('sessions of a tmux server', () => {
  test('that came and went', async () => {
    start('live');
    start('old');
    const seen = await compared(() => {
      tmux('kill-session', '-t', '=old');
      start('leaked');
    });
    expect(seen).toEqual(['removed tmux:old', 'added tmux:leaked']);
  });

  test('another one under the same name is a change', async () => {
    start('keep');
    start('live');
    const seen = await compared(async () => {
      // Creation times are whole seconds.
      await new Promise((resolve) => setTimeout(resolve, 1100));
      tmux('kill-session', '-t', '=live');
      start('live');
    });
    expect(seen).toEqual(['modified tmux:live']);
  });

  test('without a server there are none, and none is started', async () => {
    expect(await compared(() => undefined)).toEqual([]);
    expect(existsSync(socket)).toBe(false);
    expect(await compared(() => start('leaked'))).toEqual(['added tmux:leaked']);
  });

  test('a stale socket has none', async () => {
    const script = `require('net').createServer().listen(${JSON.stringify(socket)}, () => console.log('up'))`;
    const server = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(server.stdout, 'data');
    server.kill('SIGKILL');
    await once(server, 'exit');
    expect(existsSync(socket)).toBe(true);
    expect(await compared(() => undefined)).toEqual([]);
  });

  test.each(['server exited unexpectedly', 'lost server'])(
    'a server that is just ending has none: %s',
    async (said) => {
      start('last');
      const dying = join(dir, 'tmux');
      writeFileSync(dying, `#!/bin/sh\necho '${said}' >&2\nexit 1\n`, { mode: 0o755 });
      const probe = tmuxProbe(socket, { ...env, PATH: `${dir}:${env.PATH}` });
      expect(await probe.look()).toEqual({ sessions: [] });
    },
  );
});

test('what is no socket is not covered', async () => {
  writeFileSync(socket, '');
  const probe = tmuxProbe(socket, env);
  expect((await probe.compare(await probe.look())).notCovered).toEqual([{ path: socket, reason: 'it is no socket' }]);
});

test('what cannot be seen is not covered', async () => {
  symlinkSync('loop', join(dir, 'loop'));
  const hidden = join(dir, 'loop', 's');
  const probe = tmuxProbe(hidden, env);
  expect((await probe.compare(await probe.look())).notCovered).toEqual([{ path: hidden, reason: 'ELOOP' }]);
});

test.skipIf(process.getuid?.() !== 0)("another user's server is not covered", async () => {
  start('live');
  chmodSync(dir, 0o755);
  // Beside the socket: the other user need not be able to read this checkout.
  const outfile = join(dir, 'tmux.mjs');
  const entryPoints = [fileURLToPath(new URL('tmux.ts', import.meta.url))];
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', banner: { js: REQUIRE } });
  chmodSync(outfile, 0o644);
  const script = `import { tmuxProbe } from ${JSON.stringify(outfile)};
    const probe = tmuxProbe(${JSON.stringify(socket)}, process.env);
    console.log(JSON.stringify(await probe.compare(await probe.look())));`;
  const node = [
    '--reuid=65534',
    '--regid=65534',
    '--clear-groups',
    process.execPath,
    '--input-type=module',
    '-e',
    script,
  ];
  const { notCovered } = JSON.parse(execFileSync('setpriv', node, { env, encoding: 'utf8' }));
  expect(notCovered).toMatchObject([{ path: socket, reason: expect.stringContaining('Permission denied') }]);
});

test('`default` means the server of the pane, and the one that a bare tmux talks to', () => {
  const bare = `tmux-${process.getuid?.() ?? 0}/default`;
  expect(tmuxSockets('default', {}, dir)).toEqual([`/tmp/${bare}`]);
  expect(tmuxSockets('default', { TMUX_TMPDIR: dir }, '/')).toEqual([join(dir, bare)]);
  expect(tmuxSockets('default', { TMUX_TMPDIR: join(dir, 'absent') }, '/')).toEqual([`/tmp/${bare}`]);
  expect(tmuxSockets('default', { TMUX: '/x/sock,12,0' }, dir)).toEqual(['/x/sock', `/tmp/${bare}`]);
  expect(tmuxSockets('/p/s', { TMUX: '/x/sock,12,0' }, dir)).toEqual(['/p/s']);
});

test('a relative socket is that of the directory in which the session began', () => {
  expect(tmuxSockets('run/s', {}, dir)).toEqual([join(dir, 'run/s')]);
  expect(tmuxSockets('default', { TMUX_TMPDIR: '.' }, dir)[0]).toBe(
    join(dir, `tmux-${process.getuid?.() ?? 0}/default`),
  );
});
