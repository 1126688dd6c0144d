import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeWorkspace, readJson, treeOf, type Workspace } from '../testing/workspace.ts';
import { submitJob } from './submit.ts';

let workspace: Workspace;
let env: Record<string, string>;
beforeEach(() => {
  workspace = makeWorkspace();
  env = { WORKSPACE_ROOT: workspace.root };
});
afterEach(() => workspace.remove());

const job = { prompt: 'Review the parser', agent: 'claude', agentSession: 'herdr:planner' };

function register(name: string): void {
  mkdirSync(workspace.plane, { recursive: true });
  writeFileSync(workspace.sessionsFile, `herdr_sessions:\n- name: ${name}\n`);
}

test('a job is a record and an audit log, both private', async () => {
  register('planner');
  const submitted = await submitJob({ ...job, env });
  const { id } = submitted.record;
  expect(submitted.warnings).toEqual([]);
  expect(submitted.recordPath).toBe(join(workspace.registryDir, `${id}.json`));
  expect(submitted.logDir).toBe(join(workspace.logsDir, id));
  const expected = {
    id,
    agent: 'claude',
    agent_session: 'herdr:planner',
    prompt: 'Review the parser',
    status: 'running',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  };
  expect(readJson(submitted.recordPath)).toEqual(expected);
  expect(readJson(join(submitted.logDir, 'meta.json'))).toEqual(expected);
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect([workspace.registryDir, workspace.logsDir, submitted.logDir].map(mode)).toEqual(['700', '700', '700']);
  expect([submitted.recordPath, join(submitted.logDir, 'meta.json')].map(mode)).toEqual(['600', '600']);
  expect(readdirSync(workspace.registryDir)).toEqual([`${id}.json`]);
  expect(readdirSync(submitted.logDir)).toEqual(['meta.json']);
});

test.each([
  ['quotes and a command', `"'; $(touch pwned) \`id\` && rm -rf / #`],
  ['newlines and tabs', 'one\ntwo\r\n\tthree\n'],
  ['NUL and escapes', 'a\0b\u001b[2Jc'],
  ['a lone surrogate', 'a\ud800b'],
  ['a byte order mark', '\ufefftext'],
  ['one megabyte', 'é'.repeat(512 * 1024)],
])('a prompt with %s is kept as it is', async (_, prompt) => {
  const submitted = await submitJob({ ...job, prompt, env });
  expect(readJson(submitted.recordPath).prompt).toBe(prompt);
  expect(readJson(join(submitted.logDir, 'meta.json')).prompt).toBe(prompt);
});

test.each([
  ['an empty prompt', { prompt: '' }, 'the prompt is empty'],
  ['a bad agent', { agent: '../claude' }, 'agent "../claude" is not valid'],
  ['an empty agent', { agent: '' }, 'the agent is empty'],
  ['a path-like session', { agentSession: 'herdr:../x' }, 'session name "../x" is not valid'],
  ['a prefix twice', { agentSession: 'herdr:tmux:x' }, 'carries a prefix'],
])('%s is refused, and nothing is made', async (_, bad, message) => {
  await expect(submitJob({ ...job, ...bad, env })).rejects.toThrow(message);
  expect(treeOf(workspace.root)).toEqual({});
});

test('no id is ever overwritten: a taken record or a taken audit log means another id', async () => {
  const first = await submitJob({ ...job, env }, () => 'taken-record');
  mkdirSync(join(workspace.logsDir, 'taken-log'));
  const before = readFileSync(first.recordPath, 'utf8');
  const ids = ['taken-record', 'taken-log', 'free'];
  const second = await submitJob({ ...job, prompt: 'other', env }, () => ids.shift() ?? 'none');
  expect(second.record.id).toBe('free');
  expect(readFileSync(first.recordPath, 'utf8')).toBe(before);
  expect(readdirSync(workspace.registryDir).sort()).toEqual(['free.json', 'taken-record.json']);
  expect(readdirSync(join(workspace.logsDir, 'taken-log'))).toEqual([]);
});

test('when every id is taken the submission fails, and nothing changes', async () => {
  await submitJob({ ...job, env }, () => 'same');
  const before = treeOf(workspace.root);
  await expect(submitJob({ ...job, env }, () => 'same')).rejects.toThrow('EEXIST');
  expect(treeOf(workspace.root)).toEqual(before);
});

test('an agent session that is not registered is a warning, or a refusal when it is required', async () => {
  register('other');
  const submitted = await submitJob({ ...job, env });
  expect(submitted.warnings).toEqual([`agent session "herdr:planner" is not registered in ${workspace.sessionsFile}`]);
  const before = treeOf(workspace.root);
  await expect(submitJob({ ...job, env, requireSession: true })).rejects.toMatchObject({
    kind: 'input',
    message: expect.stringContaining('is not registered'),
  });
  expect(treeOf(workspace.root)).toEqual(before);
  expect((await submitJob({ ...job, agentSession: 'tmux:other', env, requireSession: true })).warnings).toEqual([]);
});

test('a sessions file that is missing or invalid is said, not thrown', async () => {
  expect((await submitJob({ ...job, env })).warnings[0]).toContain('which does not exist');
  writeFileSync(workspace.sessionsFile, 'herdr_sessions: [');
  expect((await submitJob({ ...job, env })).warnings[0]).toContain('cannot be told');
  await expect(submitJob({ ...job, env, requireSession: true })).rejects.toThrow('cannot be told');
});

test('the audit log follows a registry that is given', async () => {
  const registryDir = join(workspace.dir, 'elsewhere', 'jobs');
  const submitted = await submitJob({ ...job, registryDir, env });
  expect(submitted.logDir).toBe(join(workspace.dir, 'elsewhere', 'delegate_job_logs', submitted.record.id));
  const logsDir = join(workspace.dir, 'logs');
  expect((await submitJob({ ...job, registryDir, logsDir, env })).logDir.startsWith(logsDir)).toBe(true);
  expect(treeOf(workspace.root)).toEqual({});
});

test('the relative default is under the working directory that is given', async () => {
  const submitted = await submitJob({ ...job, env: {}, cwd: workspace.root });
  expect(submitted.recordPath.startsWith(workspace.registryDir)).toBe(true);
});

test('a registry behind a link is written where the link leads', async () => {
  const real = join(workspace.dir, 'real');
  mkdirSync(real);
  mkdirSync(workspace.plane);
  symlinkSync(real, workspace.registryDir);
  const { record } = await submitJob({ ...job, env });
  expect(readdirSync(real)).toEqual([`${record.id}.json`]);
});

test.each([
  ['the registry is a file', () => writeFileSync(workspace.registryDir, 'x'), 'not a directory'],
  ['the audit log is a file', () => writeFileSync(workspace.logsDir, 'x'), 'not a directory'],
  [
    'the registry is a dangling link',
    () => symlinkSync('/nonexistent-mam/x', workspace.registryDir),
    'not a directory',
  ],
  ['the registry is a loop of links', () => symlinkSync('jobs', workspace.registryDir), 'lead in a circle'],
])('when %s the submission fails and nothing changes', async (_, arrange, message) => {
  mkdirSync(workspace.plane);
  arrange();
  const before = treeOf(workspace.root);
  await expect(submitJob({ ...job, env })).rejects.toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(new RegExp(`^cannot write a job to .*: .*${message}`)),
  });
  expect(treeOf(workspace.root)).toEqual(before);
  expect(existsSync('/nonexistent-mam')).toBe(false);
});
