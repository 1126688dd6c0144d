import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { encodeSession } from '../nested/session-variable.ts';
import { markedProcesses } from './process-table.ts';
import { settle } from './settle.ts';

const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

const newId = () => randomBytes(12).toString('hex');

async function marked(ids: string[], seconds: string): Promise<ChildProcess> {
  const mark = encodeSession({ ids, recorded: {}, pinned: {}, roots: [] });
  const child = spawn('sleep', [seconds], {
    env: { PATH: process.env.PATH, MAM_GUARD_SESSION: mark },
    stdio: 'ignore',
  });
  started.push(child);
  await once(child, 'spawn');
  return child;
}

test('nothing survives: nothing is waited for', async () => {
  expect(await settle({ sessionId: newId(), bound: 60_000 })).toEqual([]);
});

test('a survivor is waited for until it ends, and no longer', async () => {
  const id = newId();
  const child = await marked([id], '0.2');
  let asked = 0;
  const survivors = await settle({ sessionId: id, bound: 60_000, onSurvivors: () => void asked++ });
  expect(survivors).toEqual([{ pid: child.pid, name: 'sleep', ended: true }]);
  expect(asked).toBe(1);
});

test('a survivor that stays is said to have stayed', async () => {
  const id = newId();
  const child = await marked([id], '60');
  expect(await settle({ sessionId: id, bound: 30 })).toEqual([{ pid: child.pid, name: 'sleep', ended: false }]);
});

test("an inner session's processes are the outer one's too, and no one else's", async () => {
  const [outer, inner, other] = [newId(), newId(), newId()];
  const child = await marked([outer, inner], '60');
  expect(markedProcesses(outer).map(({ pid }) => pid)).toEqual([child.pid]);
  expect(markedProcesses(inner).map(({ pid }) => pid)).toEqual([child.pid]);
  expect(markedProcesses(other)).toEqual([]);
});

test('an id elsewhere in an environment is no mark', async () => {
  const id = newId();
  const child = spawn('sleep', ['60'], { env: { PATH: process.env.PATH, OTHER: id }, stdio: 'ignore' });
  started.push(child);
  await once(child, 'spawn');
  expect(markedProcesses(id)).toEqual([]);
});
