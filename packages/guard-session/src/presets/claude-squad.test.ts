import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expandPreset } from './expand.ts';
import { type Home, leaksOf, makeHome } from './testing/home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
  home.files({
    'home/.claude-squad/state.json': { instances: [] },
    'home/.claude-squad/worktrees/fix_186b0f2c3a4d5e6f/src/a': '',
    'home/.claude-squad/worktrees/bob/topic_186b0f2c3a4d5e70/b': '',
  });
});
afterEach(() => home.remove());

const vars = () => ({ TMUX_TMPDIR: join(home.dir, 'tmp') });

test('instances and worktrees that come and go are leaks; work in a worktree is not', async () => {
  const { verdict } = await home.run(
    `cd "$H/.claude-squad"; echo x > worktrees/fix_186b0f2c3a4d5e6f/src/a; echo x > worktrees/fix_186b0f2c3a4d5e6f/c
    echo '{"instances":[{"title":"fixture"}]}' > state.json
    mkdir worktrees/leaked_186b0f2c3a4d5e71 worktrees/bob/leaked_186b0f2c3a4d5e72; rm -r worktrees/bob/topic_*`,
    { use: ['claude-squad'], vars: vars() },
  );
  expect(leaksOf(verdict, join(home.home, '.claude-squad'))).toEqual([
    'modified file state.json',
    'added directory worktrees/bob/leaked_186b0f2c3a4d5e72',
    'removed directory worktrees/bob/topic_186b0f2c3a4d5e70',
    'added directory worktrees/leaked_186b0f2c3a4d5e71',
  ]);
});

test('no variable moves it', () => {
  const context = { home: '/h', cwd: '/c', checkout: '/c', uid: 1 };
  const { watch, watchTmux } = expandPreset('claude-squad', { ...context, env: { CLAUDE_SQUAD_HOME: '/x' } });
  expect(watch.map(({ path }) => path)).toEqual(['/h/.claude-squad']);
  expect(watchTmux).toContain('/tmp/tmux-1/default');
});
