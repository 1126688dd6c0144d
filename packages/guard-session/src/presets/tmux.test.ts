import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expandPreset } from './expand.ts';
import { type Home, leaksOf, makeHome } from './testing/home.ts';

const UID = process.getuid?.() ?? 0;

let home: Home;
let sockets: string;
beforeEach(() => {
  home = makeHome();
  sockets = join(home.dir, `s/tmux-${UID}`);
  mkdirSync(join(home.dir, 's'));
});
afterEach(() => {
  for (const name of ['default', 'live', 'leaked']) tmux(name, 'kill-server');
  home.remove();
});

function tmux(name: string, ...args: string[]): void {
  const env = { ...home.env, TMUX_TMPDIR: join(home.dir, 's') };
  try {
    execFileSync('tmux', ['-L', name, '-f', '/dev/null', ...args], { env, stdio: 'ignore' });
  } catch {
    // No server to end.
  }
}

const vars = () => ({ TMUX_TMPDIR: join(home.dir, 's'), TMUX: `${sockets}/live,1,0`, TMUX_PANE: '%0' });

test('sessions on every live server, and a new server, are leaks; a bare tmux of the run is in the sandbox', async () => {
  tmux('default', 'new-session', '-d', '-s', 'mine', 'sleep 60');
  tmux('live', 'new-session', '-d', '-s', 'agents', 'sleep 60');
  const { verdict } = await home.run(
    `[ -z "\${TMUX+set}\${TMUX_PANE+set}" ] && [ "$TMUX_TMPDIR" != "$D/s" ]
    tmux -f /dev/null new-session -d -s sandboxed 'sleep 60'
    chmod u+x "$D/s/tmux-${UID}/live"
    export TMUX_TMPDIR="$D/s"; tmux -L live new-session -d -s phantom 'sleep 60'; tmux kill-session -t =mine
    tmux -f /dev/null -L leaked new-session -d -s x 'sleep 60'`,
    { use: ['tmux'], vars: vars() },
  );
  expect(verdict.exitCode).toBe(0);
  expect(leaksOf(verdict, sockets)).toEqual([
    'added socket leaked',
    'removed tmux-session tmux:mine',
    'added tmux-session tmux:phantom',
  ]);
});

test('without a server, that one comes is a leak', async () => {
  const { verdict } = await home.run(`export TMUX_TMPDIR="$D/s"; tmux -f /dev/null new-session -d -s x 'sleep 60'`, {
    use: ['tmux'],
    vars: { TMUX_TMPDIR: join(home.dir, 's') },
  });
  expect(leaksOf(verdict, join(home.dir, 's'))).toEqual([`added directory tmux-${UID}`, 'added tmux-session tmux:x']);
});

test('the rule by itself: a TMUX_TMPDIR that is empty or not there is passed over for /tmp', () => {
  const context = { home: '/h', cwd: '/c', checkout: '/c', uid: 7 };
  const expand = (env: Record<string, string>) => expandPreset('tmux', { ...context, env });
  expect(expand({}).watch).toEqual([{ path: '/tmp/tmux-7', ignore: ['/default'] }]);
  expect(expand({ TMUX_TMPDIR: '/absent/dir' }).watchTmux).toEqual(['/tmp/tmux-7/default']);
  expect(expand({ TMUX_TMPDIR: '' }).notes).toHaveLength(1);
  expect(expand({ TMUX: '/x/sock,12,0', TMUX_TMPDIR: home.dir }).watchTmux).toEqual([
    '/x/sock',
    join(home.dir, 'tmux-7/default'),
  ]);
});
