import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkSince } from '../two-step/check.ts';
import { takeSessionSnapshot } from '../two-step/snapshot.ts';
import { expandPreset } from './expand.ts';
import { type Home, leaksOf, makeHome } from './testing/home.ts';

const WHO = 'export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t';

let template: Home;
let home: Home;
beforeAll(() => {
  template = home = makeHome();
  sh(`cd checkout; rm -r .git; git init -q -b main; echo a > a; git add .; git commit -qm base
    git branch topic/one; git tag v1; git clone -q --bare . "$D/remote.git"`);
});
afterAll(() => template.remove());
beforeEach(() => {
  home = makeHome();
  rmSync(join(home.checkout, '.git'), { recursive: true });
  for (const name of ['checkout', 'remote.git'])
    cpSync(join(template.dir, name), join(home.dir, name), { recursive: true });
});
afterEach(() => home.remove());

const addSibling = () => sh('cd checkout; git worktree add -q -b agent/work "$D/sibling"');

function sh(script: string): string {
  return execFileSync('bash', ['-ec', `${WHO}\n${script}`], { cwd: home.dir, env: home.env, encoding: 'utf8' });
}

const run = (script: string, vars: Record<string, string> = {}, cwd = home.checkout) =>
  home.run(`${WHO}\n${script}`, { use: ['git'], vars, cwd });

describe('what is no leak', () => {
  test('a status that refreshes the index, fetches, maintenance', async () => {
    sh('cd checkout; git remote add origin "$D/remote.git"; git fetch -q');
    const { verdict } = await run('touch a; git status -s; git fetch -q; git gc -q');
    expect(leaksOf(verdict, home.dir)).toEqual([]);
    expect(verdict.ignored).toBeGreaterThan(3);
  });

  test('an agent at work in a sibling: commits, a new branch, a rebase, a push, packed refs', async () => {
    addSibling();
    sh('cd sibling; git remote add origin "$D/remote.git"; git push -q origin agent/work');
    const { verdict } = await run(`cd "$D/sibling"
      git commit -q --allow-empty -m c; git push -q origin agent/work
      git checkout -q -b agent/next; echo d > d; git add d; git commit -qm d
      git rebase -q --force-rebase main; git pack-refs --all`);
    expect(leaksOf(verdict, home.dir)).toEqual([]);
  });
});

describe('what is a leak', () => {
  test('a commit, and each file of git that it moves', async () => {
    const { verdict } = await run('git commit -q --allow-empty -m fixture');
    expect(leaksOf(verdict, home.checkout)).toEqual([
      'modified file .git/COMMIT_EDITMSG',
      'modified file .git/logs/HEAD',
      'modified file .git/logs/refs/heads/main',
      'modified file .git/refs/heads/main',
    ]);
  });

  test('what is staged, a hook, a setting, another HEAD, a stash', async () => {
    const { verdict } = await run(`echo x > a; git add a
      echo exit > .git/hooks/post-commit; git config core.bare false; git config fixture.x 1
      git symbolic-ref HEAD refs/heads/topic/one`);
    expect(leaksOf(verdict, home.checkout)).toEqual([
      'modified file .git/HEAD',
      'modified file .git/config',
      'added file .git/hooks/post-commit',
      'modified file .git/index',
      'modified file .git/logs/HEAD',
    ]);
  });

  test('a branch that is deleted from a pack names itself', async () => {
    sh('cd checkout; git pack-refs --all');
    const { verdict } = await run('git branch -q -D topic/one; git tag v2');
    expect(leaksOf(verdict, home.checkout)).toEqual([
      'removed directory .git/logs/refs/heads/topic',
      'removed file .git/logs/refs/heads/topic/one',
      'modified file .git/packed-refs',
      'added file .git/refs/tags/v2',
    ]);
    expect(verdict.leaks[2]?.detail.refs).toEqual(['refs/heads/topic/one']);
  });

  test('a worktree that comes, and one that goes', async () => {
    addSibling();
    const { verdict } = await run('git worktree add -q -b leaked "$D/leaked"; git worktree remove "$D/sibling"');
    expect(leaksOf(verdict, home.checkout)).toEqual([
      'added file .git/logs/refs/heads/leaked',
      'added file .git/refs/heads/leaked',
      'added directory .git/worktrees/leaked',
      'removed directory .git/worktrees/sibling',
    ]);
  });

  test('a merge that was left half way, and a lock', async () => {
    sh(
      'cd checkout; git checkout -q topic/one; echo t > a; git commit -qam t; git checkout -q main; echo m > a; git commit -qam m',
    );
    const { verdict } = await run('git merge -q topic/one >/dev/null || true; touch .git/HEAD.lock');
    expect(leaksOf(verdict, home.checkout)).toEqual(
      expect.arrayContaining(['added file .git/HEAD.lock', 'added file .git/MERGE_HEAD', 'modified file .git/index']),
    );
  });
});

test('a linked worktree guards its own files and what is shared, not what the main one has', async () => {
  addSibling();
  const quiet = await run(
    'cd "$D/checkout"; echo x > a; git commit -qam x; git checkout -q -b main2; touch a; git status -s',
    {},
    join(home.dir, 'sibling'),
  );
  expect(leaksOf(quiet.verdict, home.dir)).toEqual([]);
  const { verdict } = await run(
    'git commit -q --allow-empty -m leak; git branch other; git config a.b c; rm .git',
    {},
    join(home.dir, 'sibling'),
  );
  expect(leaksOf(verdict, home.dir)).toEqual([
    'modified file checkout/.git/config',
    'modified file checkout/.git/logs/refs/heads/agent/work',
    'added file checkout/.git/logs/refs/heads/other',
    'modified file checkout/.git/refs/heads/agent/work',
    'added file checkout/.git/refs/heads/other',
    'added file checkout/.git/worktrees/sibling/COMMIT_EDITMSG',
    'modified file checkout/.git/worktrees/sibling/logs/HEAD',
    'removed file sibling/.git',
  ]);
});

describe('variables', () => {
  test('that route are dropped: a fixture lands in its own repository; settings and names stay', async () => {
    const { verdict } = await run(
      `mkdir "$D/fixture"; cd "$D/fixture"; git init -q .; git commit -q --allow-empty -m fixture
      [ "$(git config user.nick)" = n ] && [ "$GIT_AUTHOR_DATE" = '2020-01-01T00:00:00Z' ]`,
      {
        GIT_DIR: join(home.checkout, '.git'),
        GIT_INDEX_FILE: join(home.checkout, '.git/index'),
        GIT_WORK_TREE: home.checkout,
        GIT_AUTHOR_DATE: '2020-01-01T00:00:00Z',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'user.nick',
        GIT_CONFIG_VALUE_0: 'n',
      },
    );
    expect(verdict.exitCode).toBe(0);
    expect(verdict.binding.dropped).toEqual(['GIT_DIR', 'GIT_INDEX_FILE', 'GIT_WORK_TREE']);
    expect(leaksOf(verdict, home.dir)).toEqual([]);
  });

  test('GIT_DIR names another repository: it is watched beside the own one', async () => {
    cpSync(home.checkout, join(home.dir, 'other'), { recursive: true });
    const { verdict } = await run('git -C "$D/other" tag leak; git tag leak', {
      GIT_DIR: join(home.dir, 'other/.git'),
    });
    expect(leaksOf(verdict, home.dir)).toEqual([
      'added file checkout/.git/refs/tags/leak',
      'added file other/.git/refs/tags/leak',
    ]);
  });

  test('are those that git itself clears, but for settings', () => {
    const known = sh('cd checkout; git rev-parse --local-env-vars').trim().split('\n');
    const { dropEnv } = expandPreset('git', { ...context(), env: {} });
    const settings = ['GIT_CONFIG_PARAMETERS', 'GIT_CONFIG_COUNT'];
    expect(known.filter((name) => !dropEnv.includes(name)).sort()).toEqual(settings.sort());
  });

  test('an empty GIT_DIR is said', () => {
    const { notes } = expandPreset('git', { ...context(), env: { GIT_DIR: '' } });
    expect(notes).toEqual([
      'GIT_DIR is set but empty, and git then finds no repository; unset it, or give an absolute path.',
    ]);
  });

  const context = () => ({ home: home.home, cwd: home.checkout, checkout: home.checkout, uid: 1 });
});

test('where there is no repository, that one comes is a leak', async () => {
  rmSync(join(home.checkout, '.git'), { recursive: true });
  const { verdict } = await home.run('git init -q -b main .', { use: ['git'], repo: home.checkout });
  expect(leaksOf(verdict, home.checkout)[0]).toBe('added directory .git');
});

test('a submodule is a repository of its own', async () => {
  sh('cd checkout; git -c protocol.file.allow=always submodule add -q "$D/checkout/.git" mod; git commit -qm mod');
  const quiet = await run(
    'touch "$D/checkout/a"; git -C "$D/checkout" tag x; git status -s',
    {},
    join(home.checkout, 'mod'),
  );
  expect(leaksOf(quiet.verdict, home.dir)).toEqual([]);
  const { verdict } = await run('git tag leak', {}, join(home.checkout, 'mod'));
  expect(leaksOf(verdict, home.checkout)).toEqual(['added file .git/modules/mod/refs/tags/leak']);
});

test('without git on the PATH every rewrite counts', async () => {
  sh('mkdir bin; ln -s "$(command -v bash)" "$(command -v touch)" bin/');
  const bare = await home.run('PATH=$WITH_GIT; touch a; git status -s', {
    use: ['git'],
    vars: { PATH: join(home.dir, 'bin'), WITH_GIT: process.env.PATH ?? '' },
  });
  expect(leaksOf(bare.verdict, home.checkout)).toEqual(['modified file .git/index']);
});

test('a baseline file keeps what the repository said', async () => {
  const options = { cwd: home.checkout, env: home.env, use: ['git'] as const };
  const file = join(home.dir, 'baseline');
  const { content } = await takeSessionSnapshot(options);
  writeFileSync(file, content);
  sh('cd checkout; touch a; git status -s; git pack-refs --all; git tag leak');
  const { verdict } = await checkSince(file, { env: home.env });
  expect(leaksOf(verdict, home.checkout)).toEqual(['added file .git/refs/tags/leak']);
});
