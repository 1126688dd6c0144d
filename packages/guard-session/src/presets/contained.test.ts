import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { probeContainment, whyUnavailable } from '../containment/probe/probe.ts';
import { type Home, leaksOf, makeHome } from './testing/home.ts';

let home: Home;
beforeEach(async ({ skip }) => {
  const found = await probeContainment('contain');
  skip(!found.available, found.available ? '' : whyUnavailable('contain', found));
  home = makeHome();
});
afterEach(() => home?.remove());

test('git: what the run rewrote without saying anything is no leak in its layer either', async () => {
  const who = 'export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t';
  const sh = (script: string) =>
    execFileSync('bash', ['-ec', `${who}; ${script}`], { cwd: home.checkout, env: home.env, encoding: 'utf8' });
  sh('rm -r .git; git init -q -b main; echo a > a; git add a; git commit -qm base; git branch topic');
  const options = { use: ['git'], mode: 'contain' } as const;
  const quiet = await home.run('touch a; git status -s; git gc -q', options);
  expect(leaksOf(quiet.verdict, home.dir)).toEqual([]);
  expect(quiet.verdict.ignored).toBeGreaterThan(0);
  const { verdict } = await home.run(`${who}; git pack-refs --all; git tag leak; echo b > a; git add a`, options);
  expect(leaksOf(verdict, home.checkout)).toEqual(['modified file .git/index', 'added file .git/refs/tags/leak']);
  expect(verdict.leaks.map(({ by }) => by)).toEqual(['run', 'run']);
  expect(sh('git tag; git diff --cached --name-only')).toBe('');
});

test('claude: counters that the run moved are no leak, a server that it added is, and nothing live changed', async () => {
  const text = JSON.stringify({ numStartups: 1, mcpServers: {} });
  home.files({ 'home/.claude.json': text, 'home/.claude/settings.json': '{}', 'home/.claude/history.jsonl': '' });
  const options = { use: ['claude'], mode: 'contain' } as const;
  const quiet = await home.run(
    `echo '{"mcpServers":{},"numStartups":2}' > "$H/.claude.json"; echo x >> "$H/.claude/history.jsonl"`,
    options,
  );
  expect(leaksOf(quiet.verdict, home.dir)).toEqual([]);
  expect(quiet.verdict.ignored).toBe(2);
  const { verdict } = await home.run(
    `echo '{"mcpServers":{"fake":{}},"numStartups":2}' > "$H/.claude.json"; echo '{"a":1}' > "$H/.claude/settings.json"`,
    options,
  );
  expect(leaksOf(verdict, home.home)).toEqual(['modified file .claude.json', 'modified file .claude/settings.json']);
  expect(readFileSync(join(home.home, '.claude.json'), 'utf8')).toBe(text);
});
