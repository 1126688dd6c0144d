import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROUTING_VARIABLES } from '../ambient/routing.ts';
import { expandPreset } from './expand.ts';
import { type Home, leaksOf, makeHome } from './testing/home.ts';

const PANE = { cwd: '/w', label: 'a', agent_name: 'planner' };
const session = (more: object, focused: number, cwd: string) => ({
  version: 3,
  workspaces: [
    {
      id: 'w1',
      custom_name: 'live',
      identity_cwd: cwd,
      tabs: [{ layout: { Pane: 1 }, panes: { 1: { ...PANE, cwd, ...more } }, zoomed: false, focused, root_pane: 1 }],
      active_tab: 0,
    },
  ],
  active: focused,
  selected: focused,
  sidebar_width: 26 + focused,
});

let home: Home;
beforeEach(() => {
  home = makeHome();
  home.files({
    'home/.config/herdr/config.toml': '',
    'home/.config/herdr/session.json': session({}, 0, '/w'),
    'home/.config/herdr/sessions/demo/session.json': session({}, 0, '/w'),
    'home/.config/herdr/herdr-server.log': 'a\n',
    'home/.config/herdr/plugins.json': [],
    'home/.local/state/herdr/plugins/p/x': '',
    'home/.herdr/worktrees/repo/branch/src/f': '',
  });
});
afterEach(() => home.remove());

test('another focus, another directory, logs and work in worktrees are no leak', async () => {
  home.files({ 'next.json': session({}, 1, '/elsewhere') });
  const { verdict } = await home.run(
    `cd "$H/.config/herdr"; for f in session.json sessions/demo/session.json; do cp "$D/next.json" x; mv x $f; done
    echo b >> herdr-server.log; echo x > sessions/demo/herdr.log; echo '{}' > session-history.json; touch session.json.tmp
    echo x > "$H/.herdr/worktrees/repo/branch/src/f"`,
    { use: ['herdr'] },
  );
  expect(leaksOf(verdict, home.dir)).toEqual([]);
});

test('another pane, a new session, a plugin, a worktree are', async () => {
  home.files({ 'next.json': session({ agent_name: 'fixture' }, 1, '/w') });
  const { verdict } = await home.run(
    `cd "$H/.config/herdr"; cp "$D/next.json" session.json; mkdir sessions/leaked; echo '[1]' > plugins.json
    echo x > "$H/.local/state/herdr/plugins/p/x"; mkdir "$H/.herdr/worktrees/repo/fixture"`,
    { use: ['herdr'] },
  );
  expect(leaksOf(verdict, home.home)).toEqual([
    'modified file .config/herdr/plugins.json',
    'modified file .config/herdr/session.json',
    'added directory .config/herdr/sessions/leaked',
    'added directory .herdr/worktrees/repo/fixture',
    'modified file .local/state/herdr/plugins/p/x',
  ]);
});

test('XDG_CONFIG_HOME and XDG_STATE_HOME move it; a socket elsewhere is watched and said; settings stay', async () => {
  home.files({ 'x/herdr/session.json': '{}', 'run/h.sock': '', 'my.toml': '' });
  const { verdict, plan } = await home.run(
    `[ -z "\${HERDR_SOCKET_PATH+set}\${HERDR_PLUGIN_ID+set}" ] && [ "$HERDR_CONFIG_PATH" = "$D/my.toml" ]
    echo '{"a":1}' > "$D/x/herdr/session.json"; rm "$D/run/h.sock"; echo x > "$D/my.toml"; mkdir -p "$D/x/herdr/herdr"`,
    {
      use: ['herdr'],
      vars: {
        XDG_CONFIG_HOME: join(home.dir, 'x'),
        XDG_STATE_HOME: join(home.dir, 'x/herdr'),
        HERDR_SOCKET_PATH: join(home.dir, 'run/h.sock'),
        HERDR_CONFIG_PATH: join(home.dir, 'my.toml'),
        HERDR_PLUGIN_ID: 'p',
      },
    },
  );
  expect(verdict.exitCode).toBe(0);
  expect(leaksOf(verdict, home.dir)).toEqual([
    'modified file my.toml',
    'removed file run/h.sock',
    'added directory x/herdr/herdr',
    'modified file x/herdr/session.json',
  ]);
  expect(plan.notes).toEqual([
    `HERDR_SOCKET_PATH names a server whose session is not under ${home.dir}/x/herdr; if its files lie in ${home.dir}/run, add -w ${home.dir}/run.`,
  ]);
});

test('the rule by itself: an empty XDG_CONFIG_HOME is the working directory, and is said', () => {
  const context = { home: '/h', cwd: '/c', checkout: '/c', uid: 1 };
  const { watch, notes, dropEnv } = expandPreset('herdr', { ...context, env: { XDG_CONFIG_HOME: '' } });
  expect(watch.map(({ path }) => path)).toEqual(['/c/herdr', '/h/.local/state/herdr', '/h/.herdr/worktrees']);
  expect(notes).toEqual([
    'XDG_CONFIG_HOME is set but empty, and herdr then works in the directory that it is started in; unset it, or give an absolute path.',
  ]);
  const nothing = expandPreset('herdr', { ...context, env: { HERDR_SOCKET_PATH: '', HERDR_CONFIG_PATH: '' } });
  expect(nothing.watch).toHaveLength(3);
  expect(nothing.notes).toEqual(
    ['HERDR_CONFIG_PATH', 'HERDR_SOCKET_PATH'].map(
      (name) => `${name} is set but empty, and herdr then has no path at all; unset it, or give an absolute path.`,
    ),
  );
  const inSession = { HERDR_SOCKET_PATH: '/h/.config/herdr/sessions/a/herdr.sock' };
  expect(expandPreset('herdr', { ...context, env: inSession }).notes).toEqual([]);
  const missing = ROUTING_VARIABLES.filter((name) => name.startsWith('HERDR_') && !dropEnv.includes(name));
  expect(missing.filter((name) => !name.startsWith('HERDR_ACTIVE_'))).toEqual([]);
});
