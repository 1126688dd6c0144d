import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expandPreset } from './expand.ts';
import { type Home, leaksOf, makeHome } from './testing/home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
  home.files({
    'home/.hermes/config.yaml': 'model: real\n',
    'home/.hermes/.env': 'KEY=1\n',
    'home/.hermes/state.db': 'db',
    'home/.hermes/gateway_state.json': { updated_at: 1 },
    'home/.hermes/logs/gateway.log': 'a\n',
    'home/.hermes/cron/ticker_heartbeat': '1',
    'home/.hermes/profiles/work/config.yaml': 'model: work\n',
    'home/.hermes/profiles/work/logs/errors.log': '',
    'home/.hermes/hermes-agent/run.py': '',
  });
});
afterEach(() => home.remove());

test('an overwritten profile, a new one and a changed key are leaks; heartbeats and logs are not', async () => {
  const { verdict } = await home.run(
    `cd "$H/.hermes"; echo '{"updated_at":2}' > gateway_state.json; echo b >> logs/gateway.log; echo 2 > cron/ticker_heartbeat
    echo 2 > cron/ticker_last_success; echo x >> profiles/work/logs/errors.log; echo x > state.db-shm; mkdir hermes-agent/__pycache__
    printf ok > profiles/work/config.yaml; echo K=2 > .env; mkdir -p profiles/fixture; echo x > state.db-wal`,
    { use: ['hermes'] },
  );
  expect(leaksOf(verdict, home.home)).toEqual([
    'modified file .hermes/.env',
    'added directory .hermes/profiles/fixture',
    'modified file .hermes/profiles/work/config.yaml',
    'added file .hermes/state.db-wal',
  ]);
  expect(verdict.ignored).toBe(4);
});

test('an inherited HERMES_HOME is the live plane, not what HOME says; it is dropped', async () => {
  home.files({ 'root/config.yaml': '', 'root/profiles/p/config.yaml': '', 'root/kanban.db': '' });
  const { verdict } = await home.run(
    `[ -z "\${HERMES_HOME+set}\${HERMES_KANBAN_DB+set}" ] && [ "$HERMES_YOLO" = 1 ]
    echo x > "$D/root/profiles/p/config.yaml"; echo x > "$D/root/kanban.db"; echo x > "$D/board.db"; echo x > "$H/.hermes/.env"`,
    {
      use: ['hermes'],
      vars: {
        HERMES_HOME: join(home.dir, 'root/profiles/p'),
        HERMES_KANBAN_DB: join(home.dir, 'board.db'),
        HERMES_YOLO: '1',
      },
    },
  );
  expect(verdict.exitCode).toBe(0);
  expect(leaksOf(verdict, home.dir)).toEqual([
    'added file board.db',
    'modified file home/.hermes/.env',
    'modified file root/kanban.db',
    'modified file root/profiles/p/config.yaml',
  ]);
});

test('the rule by itself', () => {
  const context = { home: '/h', cwd: '/c', checkout: '/c', uid: 1 };
  const paths = (env: Record<string, string>) =>
    expandPreset('hermes', { ...context, env }).watch.map(({ path }) => path);
  expect(paths({})).toEqual(['/h/.hermes', '/h/.local/state/hermes']);
  expect(paths({ HERMES_DATA_DIR_SUFFIX: '-dev', XDG_STATE_HOME: '/s' })).toEqual(['/h/.hermes-dev', '/s/hermes']);
  expect(paths({ HERMES_HOME: ' /x ', HERMES_GATEWAY_LOCK_DIR: '/l' })).toEqual(['/x', '/l']);
  expect(paths({ HERMES_HOME: '/h/.hermes/profiles/p', HERMES_KANBAN_HOME: '/k' }).slice(0, 2)).toEqual([
    '/h/.hermes',
    '/k',
  ]);
  expect(expandPreset('hermes', { ...context, env: { HERMES_HOME: ' ' } }).notes).toHaveLength(1);
});
