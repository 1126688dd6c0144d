import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildChildren, runChild } from '../testing/child.ts';
import { makeWorkspace, type Workspace } from '../testing/workspace.ts';
import { withLock } from './lock.ts';
import { ownerOf, ownerToken } from './owner.ts';

let workspace: Workspace;
let target: string;
let directory: string;
let children: string;
beforeAll(async () => {
  const built = makeWorkspace();
  children = built.dir;
  await buildChildren(children, 'hold', 'count');
  return () => built.remove();
});
beforeEach(() => {
  workspace = makeWorkspace();
  target = join(workspace.root, 'file');
  directory = join(workspace.root, '.file.lock');
});
afterEach(() => workspace.remove());

const quick = { timeoutMs: 300 };

/** A lock as a process left it that held it and ended. */
function leaveLock(token: string): void {
  mkdirSync(directory);
  writeFileSync(join(directory, token), '');
}

async function holder(): Promise<{ child: ChildProcess; ended: Promise<unknown> }> {
  let running: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    ended = runChild(
      children,
      'hold',
      { path: target },
      {
        env: workspace.env,
        during: (child) => {
          running = child;
          child.stdout?.once('data', () => resolve());
        },
      },
    );
  });
  if (running === undefined) throw new Error('no child');
  return { child: running, ended };
}

test('a lock is held while it is used, given back after, and after a failure too', async () => {
  const value = await withLock(target, (lock) => {
    lock.assertHeld();
    expect(existsSync(directory)).toBe(true);
    return 7;
  });
  expect(value).toBe(7);
  await expect(withLock(target, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(readdirSync(workspace.root)).toEqual([]);
});

test('processes that read and write back never lose a step', async () => {
  writeFileSync(target, '0');
  const tasks = Array.from({ length: 6 }, () => ({ path: target, times: 15 }));
  const results = await Promise.all(tasks.map((task) => runChild(children, 'count', task, { env: workspace.env })));
  expect(results.map(({ status, stderr }) => [status, stderr])).toEqual(tasks.map(() => [0, '']));
  expect(readFileSync(target, 'utf8')).toBe('90');
  expect(readdirSync(workspace.root)).toEqual(['file']);
});

test('a holder that lives is waited for, and named when it takes too long', async () => {
  const { child, ended } = await holder();
  await expect(withLock(target, () => {}, quick)).rejects.toThrow(`process ${child.pid} holds the lock ${directory}`);
  child.kill('SIGKILL');
  await ended;
});

test('a holder that is stopped still holds', async () => {
  const { child, ended } = await holder();
  child.kill('SIGSTOP');
  await expect(withLock(target, () => {}, quick)).rejects.toThrow(`process ${child.pid} holds the lock`);
  child.kill('SIGKILL');
  await ended;
});

test('a holder that was killed does not block, and what it left is swept', async () => {
  const { child, ended } = await holder();
  child.kill('SIGKILL');
  await ended;
  const [token] = readdirSync(directory);
  mkdirSync(`${directory}.${token}`);
  writeFileSync(join(workspace.root, `.file.${token}.tmp`), 'half');
  writeFileSync(join(workspace.root, `.file.${ownerToken()}.tmp`), 'of a process that lives');
  writeFileSync(join(workspace.root, `.other.${token}.tmp`), 'of another target');
  await withLock(target, () => {}, quick);
  expect(readdirSync(workspace.root).map((name) => name.replace(/\d+-.*\.tmp/, 'tmp'))).toEqual([
    '.file.tmp',
    '.other.tmp',
  ]);
});

test('many that find the same dead holder go in one after the other', async () => {
  const { child, ended } = await holder();
  child.kill('SIGKILL');
  await ended;
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 20 }, () =>
      withLock(target, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setTimeout(resolve, 1));
        inside -= 1;
      }),
    ),
  );
  expect(most).toBe(1);
});

test.runIf(process.platform === 'linux')('a pid that another process has by now is a dead holder (Linux)', async () => {
  leaveLock(ownerToken().replace(/^(\d+)-\d+-/, '$1-1-'));
  await withLock(target, () => {}, quick);
});

test.runIf(process.platform === 'linux')('a zombie is a dead holder (Linux)', async () => {
  // The child ends when its parent is no shell any more, which might wait for it: so it stays a zombie.
  const child = 'until grep -qx sleep /proc/$$/comm; do sleep 0.01; done';
  const shell = spawn('sh', ['-c', `(${child}) & echo $!; exec sleep 60`], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const pid = Number(await new Promise((resolve) => shell.stdout.once('data', (data) => resolve(String(data)))));
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), { timeout: 20_000 }).toContain(') Z ');
    const start = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
    leaveLock(ownerToken().replace(/^\d+-\d+-/, `${pid}-${start}-`));
    await withLock(target, () => {}, quick);
  } finally {
    shell.kill('SIGKILL');
  }
});

test('a holder of another machine or container is taken over when its hold is old, not before', async () => {
  const elsewhere = ownerToken().replace(/-[0-9a-f]{8}-(\d+)-/, '-ffffffff-$1-');
  expect(ownerOf(elsewhere)?.state).toBe('unknown');
  leaveLock(elsewhere);
  await expect(withLock(target, () => {}, quick)).rejects.toThrow(/process \d+ elsewhere holds the lock/);
  expect(readdirSync(directory)).toEqual([elsewhere]);
});

test('an old hold of another machine or container is taken over', async () => {
  leaveLock(ownerToken().replace(/-[0-9a-f]{8}-\d+-/, `-ffffffff-${Date.now() - 60_000}-`));
  await withLock(target, () => {}, quick);
});

test('a holder whose lock was taken over is told before it writes', async () => {
  const held = withLock(target, async (lock) => {
    const [token] = readdirSync(directory);
    renameSync(join(directory, token ?? ''), join(directory, ownerToken()));
    lock.assertHeld();
  });
  await expect(held).rejects.toThrow('was taken over');
});

test('an empty lock directory, left between two steps of giving back, is free', async () => {
  mkdirSync(directory);
  await withLock(target, () => {}, quick);
  expect(readdirSync(workspace.root)).toEqual([]);
});

test('something else in its place is never removed', async () => {
  leaveLock('someone-elses-file');
  await expect(withLock(target, () => {}, quick)).rejects.toThrow(`another process holds the lock ${directory}`);
  expect(readdirSync(directory)).toEqual(['someone-elses-file']);
});
