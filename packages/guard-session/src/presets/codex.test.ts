import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expandPreset } from './expand.ts';
import { type Home, leaksOf, makeHome } from './testing/home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
  home.files({
    'home/.codex/config.toml': 'model = "x"\n',
    'home/.codex/auth.json': {},
    'home/.codex/history.jsonl': '{"text":"a"}\n',
    'home/.codex/sessions/2026/07/01/rollout-1.jsonl': '{}\n',
    'home/.codex/state_5.sqlite': 'db',
    'home/.codex/logs_2.sqlite': 'db',
    'home/.codex/log/codex-tui.log': 'a\n',
  });
});
afterEach(() => home.remove());

test('a planted session and a changed configuration are leaks; logs, prompts and caches are not', async () => {
  const { verdict } = await home.run(
    `cd "$H/.codex"; echo b >> log/codex-tui.log; echo x >> logs_2.sqlite; echo x > logs_2.sqlite-wal; echo x > state_5.sqlite-shm
    echo '{"text":"b"}' >> history.jsonl; echo '{}' > models_cache.json; echo '{}' > version.json; mkdir tmp .tmp shell_snapshots
    echo '{}' > sessions/2026/07/01/rollout-2.jsonl; echo 'model = "y"' > config.toml; echo x > state_5.sqlite`,
    { use: ['codex'] },
  );
  expect(leaksOf(verdict, home.home)).toEqual([
    'modified file .codex/config.toml',
    'added file .codex/sessions/2026/07/01/rollout-2.jsonl',
    'modified file .codex/state_5.sqlite',
  ]);
  expect(verdict.ignored).toBeGreaterThanOrEqual(8);
});

test('CODEX_HOME and CODEX_SQLITE_HOME move it, and are dropped', async () => {
  home.files({ 'c/config.toml': '', 'db/state_5.sqlite': '' });
  const { verdict, plan } = await home.run(
    `[ -z "\${CODEX_HOME+set}\${CODEX_SQLITE_HOME+set}\${CODEX_THREAD_ID+set}" ] && [ "$CODEX_API_KEY" = k ]
    echo x > "$D/c/config.toml"; echo x > "$D/db/state_5.sqlite"; echo x > "$H/.codex/auth.json"`,
    {
      use: ['codex'],
      vars: {
        CODEX_HOME: join(home.dir, 'c'),
        CODEX_SQLITE_HOME: ` ${join(home.dir, 'db')} `,
        CODEX_THREAD_ID: '1',
        CODEX_API_KEY: 'k',
      },
    },
  );
  expect(verdict.exitCode).toBe(0);
  expect(leaksOf(verdict, home.dir)).toEqual([
    'modified file c/config.toml',
    'modified file db/state_5.sqlite',
    'modified file home/.codex/auth.json',
  ]);
  expect(plan.notes).toEqual([]);
});

test('the rule by itself', () => {
  const context = { home: '/h', cwd: '/c', checkout: '/c', uid: 1 };
  const expand = (env: Record<string, string>) => expandPreset('codex', { ...context, env });
  const paths = (env: Record<string, string>) => expand(env).watch.map(({ path }) => path);
  expect(paths({})).toEqual(['/h/.codex']);
  expect(paths({ CODEX_HOME: '/x', CODEX_SQLITE_HOME: '/x/db' })).toEqual(['/x']);
  expect(paths({ CODEX_HOME: '' })).toEqual(['/h/.codex']);
  expect(expand({ CODEX_HOME: '' }).notes).toEqual([
    'CODEX_HOME is set but empty, and codex takes it as not set; unset it, or give an absolute path.',
  ]);
  expect(paths({ CODEX_SQLITE_HOME: 'db' })).toEqual(['/h/.codex', '/c/db']);
  expect(expand({ CODEX_SQLITE_HOME: 'db' }).notes).toHaveLength(1);
});
