import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeWorkspace, type Workspace } from '../testing/workspace.ts';
import { listJobs } from './list.ts';
import { showJob } from './show.ts';
import { submitJob } from './submit.ts';

let workspace: Workspace;
let env: Record<string, string>;
beforeEach(() => {
  workspace = makeWorkspace();
  env = { WORKSPACE_ROOT: workspace.root };
});
afterEach(() => workspace.remove());

const job = { prompt: 'p', agent: 'claude', agentSession: 'herdr:a' };

test('a registry that does not exist has no jobs; one that is a file is an error', () => {
  expect(listJobs({ env })).toEqual([]);
  mkdirSync(workspace.plane);
  writeFileSync(workspace.registryDir, '');
  expect(() => listJobs({ env })).toThrow('cannot list');
});

test('jobs are listed in the order in which they were submitted', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push((await submitJob({ ...job, env })).record.id);
  expect(listJobs({ env }).map(({ id }) => id)).toEqual(ids);
  expect(listJobs({ env }).map(({ problem }) => problem)).toEqual(ids.map(() => null));
});

test('what is no record of ours is listed with the reason, never dropped, and never waited for', () => {
  mkdirSync(workspace.registryDir, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(workspace.registryDir, name), text);
  write('a.json', '{"id":');
  write('b.json', '[]');
  write('c.json', '{"id":"other","agent":"x","agent_session":"s","prompt":"p","status":"s","created_at":"t"}');
  write('d.json', '{"id":"d","agent":"x","agent_session":7,"prompt":"p","status":"s","created_at":"t"}');
  write('ignored.txt', '');
  write('.f.json.tmp', '');
  mkdirSync(join(workspace.registryDir, 'e.json'));
  execFileSync('mkfifo', [join(workspace.registryDir, 'f.json')]);
  symlinkSync('nowhere', join(workspace.registryDir, 'g.json'));
  writeFileSync(join(workspace.registryDir, 'h.json'), Buffer.from([0x7b, 0xff]));
  expect(listJobs({ env }).map(({ id, problem }) => [id, problem])).toEqual([
    ['a', 'it is not JSON'],
    ['b', 'it is not a JSON object'],
    ['c', 'its id is not the name of its file'],
    ['d', 'agent_session: missing or not a string'],
    ['e', 'it cannot be read: it is not a regular file'],
    ['f', 'it cannot be read: it is not a regular file'],
    ['h', 'it cannot be read: it is not UTF-8'],
  ]);
});

test('a job is shown with its audit log', async () => {
  const { record, recordPath, logDir } = await submitJob({ ...job, env });
  expect(showJob(record.id, { env })).toEqual({
    id: record.id,
    record,
    problem: null,
    recordPath,
    logDir,
    meta: record,
    events: [],
    otherLines: 0,
  });
});

test.each(['../jobs/x', 'a/b', '', 'nope'])('there is no job %j to show', (id) => {
  expect(() => showJob(id, { env })).toThrow(expect.objectContaining({ kind: 'input' }));
});
