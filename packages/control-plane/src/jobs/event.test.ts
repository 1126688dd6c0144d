import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildChildren, runChild } from '../testing/child.ts';
import { makeWorkspace, treeOf, type Workspace } from '../testing/workspace.ts';
import { appendEvent } from './event.ts';
import { showJob } from './show.ts';
import { submitJob } from './submit.ts';

let built: Workspace;
let workspace: Workspace;
let env: Record<string, string>;
let id: string;
let events: string;
beforeAll(async () => {
  built = makeWorkspace();
  await buildChildren(built.dir, 'event');
});
afterAll(() => built.remove());
beforeEach(async () => {
  workspace = makeWorkspace();
  env = { WORKSPACE_ROOT: workspace.root };
  const job = await submitJob({ prompt: 'p', agent: 'claude', agentSession: 'herdr:a', env });
  id = job.record.id;
  events = join(job.logDir, 'events.jsonl');
});
afterEach(() => workspace.remove());

const lines = () => readFileSync(events, 'utf8').split('\n');

test('an event is one line of JSON, private, and no lock stays', async () => {
  const { event, path } = await appendEvent({ id, type: 'started', env });
  await appendEvent({ id, type: 'completed', data: { text: 'a\nb', n: [1, null] }, env });
  expect(path).toBe(events);
  expect(event).toEqual({ type: 'started', at: expect.stringMatching(/Z$/) });
  expect(lines()).toHaveLength(3);
  expect(JSON.parse(lines()[1] ?? '')).toMatchObject({ type: 'completed', data: { text: 'a\nb', n: [1, null] } });
  expect((statSync(events).mode & 0o777).toString(8)).toBe('600');
  expect(readdirSync(join(workspace.logsDir, id)).sort()).toEqual(['events.jsonl', 'meta.json']);
});

test.each([
  ['../x', 'job id "../x" is not valid'],
  ['', 'the job id is empty'],
  ['unknown', 'there is no job "unknown"'],
])('id %j is refused, and nothing is made', async (bad, message) => {
  const before = treeOf(workspace.root);
  await expect(appendEvent({ id: bad, type: 'x', env })).rejects.toMatchObject({
    kind: 'input',
    message: expect.stringContaining(message),
  });
  expect(treeOf(workspace.root)).toEqual(before);
});

test('a bad type is refused', async () => {
  await expect(appendEvent({ id, type: 'a b', env })).rejects.toThrow('event type "a b" is not valid');
});

test('a job that was killed before its audit log was made gets one with its first event', async () => {
  rmSync(join(workspace.logsDir, id), { recursive: true });
  await appendEvent({ id, type: 'late', env });
  expect(showJob(id, { env })).toMatchObject({ meta: null, events: [{ type: 'late' }] });
});

test('half a line of a writer that was killed is dropped; a whole one without its newline is kept', async () => {
  await appendEvent({ id, type: 'one', env });
  appendFileSync(events, `{"type":"torn","at":"2026`);
  await appendEvent({ id, type: 'two', env });
  appendFileSync(events, '{"type":"whole","at":"2026"}');
  await appendEvent({ id, type: 'three', env });
  expect(showJob(id, { env })).toMatchObject({
    otherLines: 0,
    events: [{ type: 'one' }, { type: 'two' }, { type: 'whole' }, { type: 'three' }],
  });
});

test('half a line that is longer than any buffer is dropped whole', async () => {
  await appendEvent({ id, type: 'one', env });
  appendFileSync(events, `{"type":"${'x'.repeat(300_000)}`);
  await appendEvent({ id, type: 'two', env });
  expect(lines()).toHaveLength(3);
});

test('lines that are no events are counted, never hidden', async () => {
  writeFileSync(events, 'not json\n{"other":1}\n');
  await appendEvent({ id, type: 'one', env });
  expect(showJob(id, { env })).toMatchObject({ otherLines: 2, events: [{ type: 'one' }] });
});

test('what is not a regular file is refused, and stays', async () => {
  mkdirSync(events);
  await expect(appendEvent({ id, type: 'x', env })).rejects.toThrow(/cannot append an event to .*: it is a directory/);
  rmSync(events, { recursive: true });
  symlinkSync('/dev/null', events);
  await expect(appendEvent({ id, type: 'x', env })).rejects.toThrow('it is not a regular file');
  expect(readdirSync(join(workspace.logsDir, id)).sort()).toEqual(['events.jsonl', 'meta.json']);
});

test('parallel writers never mix their lines, short or longer than a page', async () => {
  const tasks = Array.from({ length: 6 }, (_, who) => ({
    id,
    count: 15,
    size: who % 2 === 0 ? 10 : 9000,
    who: `w${who}`,
  }));
  const results = await Promise.all(
    tasks.map((task) => runChild(built.dir, 'event', task, { env: { ...workspace.env, ...env } })),
  );
  expect(results.map(({ status, stderr }) => [status, stderr])).toEqual(tasks.map(() => [0, '']));
  const shown = showJob(id, { env });
  expect(shown.otherLines).toBe(0);
  expect(shown.events).toHaveLength(90);
  for (const { who } of tasks) {
    const own = shown.events
      .map(({ data }) => data as { who: string; index: number })
      .filter((data) => data.who === who);
    expect(own.map(({ index }) => index)).toEqual(Array.from({ length: 15 }, (_, index) => index));
  }
});
