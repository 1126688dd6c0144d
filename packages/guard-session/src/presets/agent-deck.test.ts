import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expandPreset } from './expand.ts';
import { type Home, leaksOf, makeHome } from './testing/home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
  home.files({
    'home/.agent-deck/profiles/default/sessions.json': [],
    'home/.config/agent-deck/config.toml': '',
    'home/.local/share/agent-deck/profiles/work/state.db': 'db',
    'home/.local/share/agent-deck/logs/s.log': 'a\n',
    'home/.local/share/agent-deck/hooks/1.json': {},
  });
});
afterEach(() => home.remove());

const vars = () => ({ TMUX_TMPDIR: join(home.dir, 'tmp') });

test('a changed database, profile or configuration is a leak; logs, hooks and shared memory are not', async () => {
  const { verdict } = await home.run(
    `cd "$H/.local/share/agent-deck"; echo b >> logs/s.log; echo '{"a":1}' > hooks/1.json; echo x > profiles/work/state.db-shm
    echo x > profiles/work/state.db-wal; mkdir profiles/fixture; echo x > "$H/.config/agent-deck/config.toml"
    echo '[1]' > "$H/.agent-deck/profiles/default/sessions.json"`,
    { use: ['agent-deck'], vars: vars() },
  );
  expect(leaksOf(verdict, home.home)).toEqual([
    'modified file .agent-deck/profiles/default/sessions.json',
    'modified file .config/agent-deck/config.toml',
    'added directory .local/share/agent-deck/profiles/fixture',
    'added file .local/share/agent-deck/profiles/work/state.db-wal',
  ]);
  expect(verdict.ignored).toBe(1);
});

test('the profile of the pane is dropped; XDG directories move the plane, and ~/.agent-deck stays', async () => {
  home.files({ 'x/agent-deck/profiles/p/state.db': '' });
  const { verdict } = await home.run(
    `[ -z "\${AGENTDECK_PROFILE+set}\${AGENT_DECK_PROFILE+set}\${AGENTDECK_INSTANCE_ID+set}" ] && [ "$AGENTDECK_DEBUG" = 1 ]
    echo x > "$D/x/agent-deck/profiles/p/state.db"; rm -r "$H/.agent-deck/profiles/default"`,
    {
      use: ['agent-deck'],
      vars: {
        ...vars(),
        XDG_DATA_HOME: join(home.dir, 'x'),
        AGENTDECK_PROFILE: 'work',
        AGENT_DECK_PROFILE: 'work',
        AGENTDECK_INSTANCE_ID: '1',
        AGENTDECK_DEBUG: '1',
      },
    },
  );
  expect(verdict.exitCode).toBe(0);
  expect(leaksOf(verdict, home.dir)).toEqual([
    'removed directory home/.agent-deck/profiles/default',
    'removed file home/.agent-deck/profiles/default/sessions.json',
    'modified file x/agent-deck/profiles/p/state.db',
  ]);
});

test('the rule by itself: an empty XDG variable does not count', () => {
  const context = { home: '/h', cwd: '/c', checkout: '/c', uid: 1, env: { XDG_DATA_HOME: ' ' } };
  const { watch, notes, watchTmux } = expandPreset('agent-deck', context);
  expect(watch.map(({ path }) => path)).toEqual([
    '/h/.config/agent-deck',
    '/h/.local/share/agent-deck',
    '/h/.agent-deck',
  ]);
  expect(notes).toHaveLength(1);
  expect(watchTmux).toContain('/tmp/tmux-1/default');
});
