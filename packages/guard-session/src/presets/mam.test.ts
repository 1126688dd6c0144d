import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expandPreset } from './expand.ts';
import { type Home, leaksOf, makeHome } from './testing/home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
  home.files({
    'checkout/.mam/jobs/j1.json': { agent_session: 'planner' },
    'live/.mam/jobs/j2.json': { agent_session: 'planner' },
    'live/.mam/delegate_job_logs/j2/events.jsonl': '{}\n',
    'live/.mam/delegate_job_logs/j2/meta.json': { agent_session: 'planner' },
    'live/.mam/agent-sessions.yaml': 'herdr_sessions:\n- name: planner\n',
    'live/.mam/notes.txt': 'a',
  });
});
afterEach(() => home.remove());

const vars = () => ({ WORKSPACE_ROOT: join(home.dir, 'live') });

test('looks deep into the planes: what only a name would not show', async () => {
  const script = `cd "$D/live/.mam"; echo x > notes.txt; mkdir -p .agent-sessions.yaml.lock
    echo '{"agent_session":"planner","prompt":"x"}' > "$D/checkout/.mam/jobs/j1.json"`;
  const shallow = await home.run(script, { vars: vars() });
  expect(leaksOf(shallow.verdict, home.dir)).toEqual([]);
  home.files({ 'live/.mam/notes.txt': 'a', 'checkout/.mam/jobs/j1.json': { agent_session: 'planner' } });
  const { verdict } = await home.run(script, { use: ['mam'], vars: vars() });
  const found = [...verdict.leaks, ...verdict.suspects].map(({ path }) => path);
  expect(found.sort()).toEqual([join(home.checkout, '.mam/jobs/j1.json'), join(home.dir, 'live/.mam/notes.txt')]);
  expect(verdict.watched.filter(({ probe }) => probe === 'tree').map(({ path }) => path)).toEqual([
    join(home.checkout, '.mam'),
    join(home.dir, 'live/.mam'),
  ]);
});

test('the rule by itself: the binding names the planes, and a sessions file elsewhere', () => {
  const context = { home: '/h', cwd: home.checkout, checkout: home.checkout, uid: 1 };
  const env = { MAM_JOBS_DIR: join(home.dir, 'live/.mam/jobs'), AGENT_SESSIONS_YAML: '/x/s.yaml' };
  const { watch, dropEnv } = expandPreset('mam', { ...context, env });
  expect(watch.map(({ path }) => path)).toEqual([
    join(home.checkout, '.mam'),
    join(home.dir, 'live/.mam'),
    '/x/s.yaml',
  ]);
  expect(dropEnv).toEqual(['WORKSPACE_ROOT', 'AGENT_SESSIONS_YAML', 'MAM_JOBS_DIR', 'DELEGATE_JOB_LOGS_DIR']);
});
