import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expandPreset } from './expand.ts';
import { type Home, leaksOf, makeHome } from './testing/home.ts';

const SESSION = '0d4f6a3e-6a64-4c0b-9a5e-0f6a2f1f9f11';

let home: Home;
beforeEach(() => {
  home = makeHome();
  home.files({
    'home/.claude.json': {
      numStartups: 7,
      mcpServers: {},
      projects: { '/w': { lastCost: 1, hasTrustDialogAccepted: true } },
    },
    'home/.claude/settings.json': { model: 'opus' },
    'home/.claude/history.jsonl': '{"display":"a"}\n',
    'home/.claude/projects/-w/old.jsonl': '{}\n',
    'home/.claude/projects/-w/memory/MEMORY.md': 'a\n',
    'home/.claude/teams/core/config.json': { members: [] },
    'home/.claude/tasks/core/1.json': {},
    'home/.claude/sessions/77.json': { pid: 77, cwd: '/w', status: 'busy', updatedAt: 1 },
    'home/.claude/statsig/statsig.session_id.1': '1',
  });
});
afterEach(() => home.remove());

const CHURN = `
  cd "$H/.claude"
  echo '{"display":"b"}' >> history.jsonl
  echo '{}' >> projects/-w/old.jsonl; echo '{}' > projects/-w/new.jsonl; mkdir -p projects/-w/${SESSION}/tool-results
  mkdir -p shell-snapshots debug todos tasks/${SESSION}; touch shell-snapshots/s.sh debug/x.txt todos/t.json tasks/${SESSION}/1.json
  echo 2 > statsig/statsig.session_id.1
  echo '{"pid":77,"cwd":"/w","status":"idle","updatedAt":2}' > sessions/77.json
  echo '{"projects":{"/w":{"lastCost":2,"hasTrustDialogAccepted":true}},"numStartups":8,"mcpServers":{},"cachedGates":{"a":1}}' > new
  mv new "$H/.claude.json"`;

test('what live sessions write is no leak, and is counted', async () => {
  const { verdict } = await home.run(CHURN, { use: ['claude'] });
  expect(leaksOf(verdict, home.dir)).toEqual([]);
  expect(verdict.ignored).toBeGreaterThan(5);
  expect(verdict.watched.map(({ path }) => path)).toEqual(
    expect.arrayContaining([join(home.home, '.claude'), join(home.home, '.claude.json')]),
  );
});

test('teams, tasks of teams, settings, memory, a new project, a new server and a phantom session are', async () => {
  const { verdict } = await home.run(
    `${CHURN}
    echo '{"members":[1]}' > teams/core/config.json; echo '{}' > tasks/core/2.json
    echo '{}' > settings.json; echo b >> projects/-w/memory/MEMORY.md
    mkdir projects/-tmp-t; echo '{}' > projects/-tmp-t/x.jsonl
    echo '{"pid":78}' > sessions/78.json
    sed -i 's/"mcpServers":{}/"mcpServers":{"fake":{}}/' "$H/.claude.json"`,
    { use: ['claude'] },
  );
  expect(leaksOf(verdict, home.home)).toEqual([
    'modified file .claude.json',
    'added directory .claude/projects/-tmp-t',
    'modified file .claude/projects/-w/memory/MEMORY.md',
    'added file .claude/sessions/78.json',
    'modified file .claude/settings.json',
    'added file .claude/tasks/core/2.json',
    'modified file .claude/teams/core/config.json',
  ]);
});

test('a pattern of the user takes back what the preset leaves out', async () => {
  const { verdict } = await home.run(CHURN, { use: ['claude'], ignore: ['!/history.jsonl'] });
  expect(leaksOf(verdict, home.home)).toEqual(['modified file .claude/history.jsonl']);
});

test('inside a watched tree without patterns, the preset keeps its own', async () => {
  const { verdict } = await home.run(`${CHURN}; echo x > "$H/other"`, { use: ['claude'], watch: [home.home] });
  expect(leaksOf(verdict, home.home)).toEqual(['added file other']);
});

describe('CLAUDE_CONFIG_DIR', () => {
  test('moves all of it; what the run falls back to without it is watched as well', async () => {
    home.files({ 'elsewhere/.claude.json': {}, 'elsewhere/settings.json': {} });
    const { verdict } = await home.run(
      `[ -z "\${CLAUDE_CONFIG_DIR+set}" ] && [ -z "\${CLAUDECODE+set}" ] && [ "$CLAUDE_CODE_USE_BEDROCK" = 1 ]
      echo '{"a":1}' > "$D/elsewhere/.claude.json"; echo x > "$D/elsewhere/settings.json"; echo x > "$H/.claude/settings.json"`,
      {
        use: ['claude'],
        vars: { CLAUDE_CONFIG_DIR: join(home.dir, 'elsewhere'), CLAUDECODE: '1', CLAUDE_CODE_USE_BEDROCK: '1' },
      },
    );
    expect(verdict.exitCode).toBe(0);
    expect(verdict.binding.dropped).toEqual(['CLAUDECODE', 'CLAUDE_CONFIG_DIR']);
    expect(leaksOf(verdict, home.dir)).toEqual([
      'modified file elsewhere/.claude.json',
      'modified file elsewhere/settings.json',
      'modified file home/.claude/settings.json',
    ]);
  });

  test('that is kept stays', async () => {
    const { verdict } = await home.run('[ "$CLAUDE_CONFIG_DIR" = "$D/elsewhere" ]', {
      use: ['claude'],
      keepEnv: ['CLAUDE_CONFIG_DIR'],
      vars: { CLAUDE_CONFIG_DIR: join(home.dir, 'elsewhere') },
    });
    expect(verdict.exitCode).toBe(0);
    expect(verdict.binding.dropped).toEqual([]);
  });

  test.each([
    [
      '',
      'CLAUDE_CONFIG_DIR is set but empty, and Claude Code then works in the directory that it is started in; unset it, or give an absolute path.',
    ],
    [
      'state/claude',
      'CLAUDE_CONFIG_DIR is a relative path, so Claude Code finds other state from every working directory; give an absolute path.',
    ],
  ])('that is %j is said', async (value, note) => {
    const { plan, notes } = await home.run('true', { use: ['claude'], vars: { CLAUDE_CONFIG_DIR: value } });
    expect(plan.notes).toEqual([note]);
    expect(notes).toContain(note);
  });
});

test('its roots need not exist: that they come is a leak', async () => {
  home.remove();
  home = makeHome();
  const { verdict } = await home.run('mkdir "$H/.claude"; echo "{}" > "$H/.claude.json"', { use: ['claude'] });
  expect(leaksOf(verdict, home.home)).toEqual(['added directory .claude', 'added file .claude.json']);
});

test('the rule by itself', () => {
  const context = { home: '/h', cwd: '/c', checkout: '/c', uid: 1 };
  const paths = (env: Record<string, string>) =>
    expandPreset('claude', { ...context, env }).watch.map(({ path }) => path);
  expect(paths({})).toEqual(['/h/.claude', '/h/.claude.json']);
  expect(paths({ CLAUDE_CONFIG_DIR: '/x' })).toEqual(['/x']);
  expect(paths({ CLAUDE_CONFIG_DIR: 'x' })).toEqual(['/c/x']);
  expect(paths({ CLAUDE_CONFIG_DIR: '' })).toEqual(['/h/.claude', '/h/.claude.json']);
});
