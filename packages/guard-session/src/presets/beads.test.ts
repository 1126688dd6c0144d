import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expandPreset } from './expand.ts';
import { type Home, leaksOf, makeHome } from './testing/home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
  home.files({
    'checkout/.beads/metadata.json': {},
    'checkout/.beads/issues.jsonl': '{"id":"a-1"}\n',
    'checkout/.beads/dolt/noms/manifest': 'm',
    'checkout/.beads/dolt-server.log': 'a\n',
    'checkout/.beads/dolt-server.activity': '1',
    'checkout/deep/er/f': '',
    'home/.beads/registry.json': [],
  });
});
afterEach(() => home.remove());

test('issues in the live database are leaks; a live server and locks are not', async () => {
  const { verdict } = await home.run(
    `cd "$D/checkout/.beads"; echo b >> dolt-server.log; echo 2 > dolt-server.activity; touch .sync.lock dolt-server.lock
    echo '{"id":"test-1"}' >> issues.jsonl; echo n > dolt/noms/manifest; echo '[1]' > "$H/.beads/registry.json"`,
    { use: ['beads'], cwd: join(home.checkout, 'deep/er') },
  );
  expect(leaksOf(verdict, home.dir)).toEqual([
    'modified file checkout/.beads/dolt/noms/manifest',
    'modified file checkout/.beads/issues.jsonl',
    'modified file home/.beads/registry.json',
  ]);
  expect(verdict.ignored).toBe(4);
});

test('BEADS_DIR beats the way upwards, and is dropped with the server of the pane', async () => {
  home.files({
    'town/.beads/metadata.json': {},
    'town/.beads/redirect': '# shared\nshared/.beads\n',
    'town/shared/.beads/beads.db': '',
  });
  const { verdict, plan } = await home.run(
    `[ -z "\${BEADS_DIR+set}\${BEADS_DOLT_PORT+set}\${BD_ACTOR+set}" ] && [ "$BEADS_TEST_MODE" = 1 ]
    echo '{"a":1}' > "$D/town/.beads/metadata.json"; echo x > "$D/town/shared/.beads/beads.db"; echo x > "$D/checkout/.beads/metadata.json"`,
    {
      use: ['beads'],
      vars: {
        BEADS_DIR: join(home.dir, 'town/.beads'),
        BEADS_DOLT_PORT: '3307',
        BD_ACTOR: 'x',
        BEADS_TEST_MODE: '1',
      },
    },
  );
  expect(verdict.exitCode).toBe(0);
  expect(leaksOf(verdict, home.dir)).toEqual([
    'modified file checkout/.beads/metadata.json',
    'modified file town/.beads/metadata.json',
    'modified file town/shared/.beads/beads.db',
  ]);
  expect(plan.notes).toEqual([
    'BEADS_DOLT_PORT may name a Dolt server whose data lies elsewhere; watch that too, or use --watch-command.',
  ]);
});

test('the rule by itself', () => {
  const context = { home: '/h', cwd: join(home.checkout, 'deep'), checkout: home.checkout, uid: 1 };
  const first = (env: Record<string, string>) => expandPreset('beads', { ...context, env }).watch[0]?.path;
  expect(first({})).toBe(join(home.checkout, '.beads'));
  expect(first({ BEADS_DB: '/x/.beads/beads.db' })).toBe('/x/.beads');
  expect(first({ BEADS_DB: join(home.checkout, '.beads') })).toBe(join(home.checkout, '.beads'));
  expect(first({ BEADS_DIR: '/y/.beads', BEADS_DB: '/x/.beads/beads.db' })).toBe('/y/.beads');
  expect(first({ BEADS_DIR: '', BEADS_DB: '' })).toBe(join(home.checkout, '.beads'));
  rmSync(join(home.checkout, '.beads'), { recursive: true });
  expect(first({})).toBe(join(home.checkout, '.beads'));
});

test("a linked worktree without a database of its own uses the main one's", () => {
  home.files({
    'tree/.git': `gitdir: ${home.checkout}/.git/worktrees/tree\n`,
    'checkout/.git/worktrees/tree/commondir': '../..\n',
  });
  const tree = join(home.dir, 'tree');
  const context = { home: '/h', cwd: tree, checkout: tree, uid: 1, env: {} };
  expect(expandPreset('beads', context).watch[0]?.path).toBe(join(home.checkout, '.beads'));
});
