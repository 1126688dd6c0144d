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

/** A process of sessions; by default one that lives until its input ends. */
async function marked(ids: string[], [program, ...args]: [string, ...string[]] = ['cat']): Promise<ChildProcess> {
  const mark = encodeSession({ ids, recorded: {}, pinned: {}, roots: [] });
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, MAM_GUARD_SESSION: mark },
    stdio: ['pipe', 'ignore', 'ignore'],
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
  const child = await marked([id]);
  let asked = 0;
  const onSurvivors = () => {
    asked++;
    // Only now, so that it was seen however slow this process is.
    child.stdin?.end();
  };
  const survivors = await settle({ sessionId: id, bound: 60_000, onSurvivors });
  expect(survivors).toEqual([{ pid: child.pid, name: 'cat', ended: true }]);
  expect(asked).toBe(1);
});

test('a survivor that stays is said to have stayed', async () => {
  const id = newId();
  const child = await marked([id]);
  expect(await settle({ sessionId: id, bound: 30 })).toEqual([{ pid: child.pid, name: 'cat', ended: false }]);
});

test("an inner session's processes are the outer one's too, and no one else's", async () => {
  const [outer, inner, other] = [newId(), newId(), newId()];
  const child = await marked([outer, inner]);
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

test.runIf(process.platform === 'linux')(
  'a process that is replacing its program is found at every look (Linux)',
  async () => {
    const id = newId();
    // It does nothing else; in between the kernel shows it without an environment.
    const child = await marked([id], ['/bin/sh', '-c', 'exec /bin/sh -c "$0" "$0"', 'exec /bin/sh -c "$0" "$0"']);
    const looks = Array.from({ length: 300 }, () => markedProcesses(id).map(({ pid }) => pid));
    expect(looks.filter((pids) => pids.length !== 1 || pids[0] !== child.pid)).toEqual([]);
  },
);
