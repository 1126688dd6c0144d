import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listJobs } from './jobs/list.ts';
import { showJob } from './jobs/show.ts';
import { submitJob } from './jobs/submit.ts';
import { readSessionsFile } from './sessions-file/read.ts';
import { buildChildren, runChild } from './testing/child.ts';
import { OPERATIONS, type OperationName } from './testing/operations.ts';
import { makeWorkspace, readJson, type Workspace } from './testing/workspace.ts';

// A process for each step of each operation.
vi.setConfig({ testTimeout: 180_000 });

let built: Workspace;
let workspace: Workspace;
let place: { root: string; panes: string };
let env: Record<string, string>;
beforeAll(async () => {
  built = makeWorkspace();
  await buildChildren(built.dir, 'each-fault', 'one-step', 'full-disk', 'try-once');
});
afterAll(() => built.remove());
beforeEach(() => {
  workspace = makeWorkspace();
  place = { root: workspace.root, panes: workspace.panes };
  env = { WORKSPACE_ROOT: workspace.root };
});
afterEach(() => workspace.remove());

/** A plane with the job `first` and the agent session `first`. */
async function settle(): Promise<void> {
  await OPERATIONS.create(place, 'first');
  await submitJob({ prompt: 'p', agent: 'claude', agentSession: 'tmux:first', env }, () => 'first');
}

interface Outcome {
  failed: string | null;
  unchanged: boolean;
}

async function outcomes(child: string, task: object, through: string[] = []): Promise<Outcome[]> {
  const { stdout, stderr } = await runChild(built.dir, child, task, { env: workspace.env, through });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe('each write fails in turn, half done where a write can be', () => {
  test.each<[OperationName, 'new' | 'settled', number]>([
    ['submit', 'new', 15],
    ['submit', 'settled', 12],
    ['event', 'settled', 5],
    ['update', 'new', 6],
    ['create', 'new', 25],
    ['create', 'settled', 25],
  ])('%s in a %s plane changes nothing', async (operation, plane, atLeast) => {
    if (plane === 'settled') await settle();
    const found = await outcomes('each-fault', { ...place, operation, fault: 'EIO' });
    expect(found.length).toBeGreaterThanOrEqual(atLeast);
    expect(found.map(({ failed }) => failed?.includes('EIO: injected'))).toEqual(found.map(() => true));
    expect(found.map(({ unchanged }) => unchanged)).toEqual(found.map(() => true));
  });
});

test('a job is on the disk before it has its name, and its name before the next file is begun', async () => {
  await settle();
  const found = await outcomes('each-fault', { ...place, operation: 'submit', fault: 'EIO' });
  const file = ['openSync', 'writeSync', 'fsyncSync', 'linkSync', 'fsyncSync'];
  expect(found.map(({ failed }) => failed?.split('injected, ')[1])).toEqual([
    'mkdirSync',
    ...file,
    ...['mkdirSync', 'mkdirSync', 'fsyncSync'],
    ...file,
  ]);
});

describe('killed at each step', () => {
  // `create` has all the steps of `update` and of `submit`.
  test.each<[OperationName]>([['event'], ['create'], ['remove']])(
    '%s: every file is whole, nothing blocks, and the next one works',
    async (operation) => {
      await settle();
      // Two at a time on one plane, but one where what a step left is looked at, or can be done once only.
      const together = operation === 'create' ? 2 : 1;
      const events = join(workspace.logsDir, 'first', 'events.jsonl');
      let half = false;
      let step = 0;
      // A lock that a killed one left takes more steps, so that a round may pass over the very step that tears a line.
      for (let round = 0; round < (operation === 'event' ? 5 : 1) && !half; round++) {
        step = 0;
        for (let ended = false; !ended && step < 200; ) {
          if (!readSessionsFile(workspace.sessionsFile).sessions.some(({ name }) => name === 'first')) {
            await OPERATIONS.create(place, 'first');
          }
          const steps = Array.from({ length: together }, (_, index) => step + index + 1);
          step += together;
          const results = await Promise.all(
            steps.map((at) =>
              runChild(built.dir, 'one-step', { ...place, operation, step: at }, { env: workspace.env }),
            ),
          );
          const alive = results.filter(({ signal }) => signal !== 'SIGKILL');
          expect(alive.map(({ status, stderr }) => [status, stderr])).toEqual(alive.map(() => [0, '']));
          ended = alive.length > 0;
          half ||= /[^\n]$/.test(textOf(events));
          expectWhole();
        }
      }
      // A line was torn on the way, and is gone.
      expect(half).toBe(operation === 'event');
      expect(textOf(events)).toMatch(operation === 'event' ? /\n$/ : /^$/);
      expect(step).toBeGreaterThan(6);
      expect(step).toBeLessThan(200);
      const jobs = listJobs({ env }).length;
      await OPERATIONS.create(place, 'the-next');
      await OPERATIONS.event(place, 'the-next');
      expect(showJob('first', { env })).toMatchObject({ otherLines: 0 });
      expect(listJobs({ env })).toHaveLength(jobs + 1);
      expectWhole();
      expect(readdirSync(workspace.plane).sort()).toEqual(['agent-sessions.yaml', 'delegate_job_logs', 'jobs']);
      expect(readdirSync(join(workspace.logsDir, 'first')).sort()).toEqual(['events.jsonl', 'meta.json']);
    },
  );

  function textOf(path: string): string {
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }

  function expectWhole(): void {
    const jobs = listJobs({ env });
    expect(jobs.filter(({ problem }) => problem !== null)).toEqual([]);
    const ids = new Set(jobs.map(({ id }) => id));
    for (const id of readdirSync(workspace.logsDir)) {
      // Record first: no audit log without a record.
      expect(ids).toContain(id);
      const log = readdirSync(join(workspace.logsDir, id));
      if (log.includes('meta.json')) expect(readJson(join(workspace.logsDir, id, 'meta.json')).id).toBe(id);
    }
    readSessionsFile(workspace.sessionsFile);
    expect(readFileSync(workspace.sessionsFile, 'utf8')).toMatch(/^tmux_sessions:/);
  }
});

const isRoot = process.getuid?.() === 0;
/** Root of a container often may not mount. */
const mounts =
  isRoot && spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs tmpfs "$1"', 'sh', tmpdir()]).status === 0;

describe.runIf(mounts)('a small tmpfs that is full (root that may mount, Linux)', () => {
  test.each<[OperationName, string]>([
    ['submit', 'size=256k'],
    ['submit', 'nr_inodes=40'],
    ['event', 'size=256k'],
    ['event', 'nr_inodes=40'],
    ['update', 'size=256k'],
    ['update', 'nr_inodes=40'],
  ])('%s on %s: the state before until there is room, then the state after', async (operation, limit) => {
    const root = join(workspace.dir, 'small');
    mkdirSync(root);
    // The mount lives in the child's own namespace, and goes with it.
    const script = `mount -t tmpfs -o "$1" tmpfs "$2" && mkdir -p "$2/w/.mam/jobs" "$2/w/.mam/delegate_job_logs/first" &&
      printf '%s' "$3" > "$2/w/.mam/jobs/first.json" && shift 3 && exec "$@"`;
    const record = JSON.stringify({
      id: 'first',
      agent: 'a',
      agent_session: 'a',
      prompt: 'p',
      status: 's',
      created_at: 't',
    });
    const through = ['unshare', '-m', 'sh', '-c', script, 'sh', limit, root, record];
    const task = { root: join(root, 'w'), panes: place.panes, filling: join(root, 'filling'), operation };
    const found = await outcomes('full-disk', task, through);
    const last = found.pop();
    expect(last).toEqual({ failed: null, unchanged: false });
    expect(found.length).toBeGreaterThan(0);
    for (const { failed, unchanged } of found) {
      expect(failed).toContain('the disk is full (ENOSPC); free some space and try again');
      expect(unchanged).toBe(true);
    }
  });
});

/** Words that make a child run as a plain user: none for one who is. */
const AS_USER = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
/** Not so where node or the temp directory lies in a home that is closed to others. */
const plainUser =
  process.platform === 'linux' &&
  spawnSync('env', [...AS_USER, 'sh', '-c', 'cd "$2" && "$1" -e 0', 'sh', process.execPath, tmpdir()]).status === 0;

describe.runIf(plainUser)('directories that a plain user may not write to', () => {
  test.each<[OperationName, string]>([
    ['submit', '.mam/jobs'],
    ['submit', '.mam/delegate_job_logs'],
    ['event', '.mam/delegate_job_logs/first'],
    ['update', '.mam'],
    ['create', '.mam'],
    ['create', '.mam/jobs'],
    ['create', '.mam/delegate_job_logs'],
  ])('%s without %s changes nothing', async (operation, closed) => {
    await settle();
    giveToUser(workspace.dir);
    giveToUser(built.dir);
    chmodSync(join(workspace.root, closed), 0o555);
    const outcome = await tryOnce(operation, AS_USER);
    chmodSync(join(workspace.root, closed), 0o755);
    expect(outcome).toEqual({
      failed: expect.stringContaining('permission denied (EACCES); give this user access to it'),
      unchanged: true,
    });
  });
});

test.runIf(plainUser)('a workspace that a plain user may not write to (Linux)', async () => {
  giveToUser(workspace.dir);
  giveToUser(built.dir);
  chmodSync(workspace.root, 0o555);
  expect(await tryOnce('create', AS_USER)).toEqual({
    failed: expect.stringContaining('permission denied (EACCES); give this user access to it'),
    unchanged: true,
  });
});

describe.runIf(mounts)('a file system that is read-only (root that may mount, Linux)', () => {
  test.each<[OperationName]>([['submit'], ['event'], ['update'], ['create']])(
    '%s changes nothing',
    async (operation) => {
      await settle();
      const script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"';
      expect(await tryOnce(operation, ['unshare', '-m', 'sh', '-c', script, 'sh', workspace.root])).toEqual({
        failed: expect.stringContaining('the file system is read-only (EROFS)'),
        unchanged: true,
      });
    },
  );
});

async function tryOnce(operation: OperationName, through: string[]): Promise<Outcome> {
  const child = await runChild(built.dir, 'try-once', { ...place, operation }, { env: workspace.env, through });
  expect(child.stderr).toBe('');
  return JSON.parse(child.stdout);
}

/** Makes a tree the plain user's own. */
function giveToUser(dir: string): void {
  if (AS_USER.length > 0) execFileSync('chown', ['-R', '65534:65534', dir]);
}
