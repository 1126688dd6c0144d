import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultLogsDir, defaultRegistryDir, findCheckout, readBinding } from '@mam/registry-paths';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildChildren, type ChildResult, runChild } from './testing/child.ts';
import { addFakeHerdr, type FakeHerdr } from './testing/fake-herdr.ts';
import { addProgram, makeWorkspace, readJson, type Workspace } from './testing/workspace.ts';

// The origin's tests that the registry and its audit log follow the workspace and not the caller's cwd, one to one.

const REPO_ROOT = findCheckout(dirname(fileURLToPath(import.meta.url)));

let built: Workspace;
let sandbox: Workspace;
let herdr: FakeHerdr;
beforeAll(async () => {
  built = makeWorkspace();
  await buildChildren(built.dir, 'submit', 'create');
});
afterAll(() => built.remove());
beforeEach(() => {
  sandbox = makeWorkspace();
  herdr = addFakeHerdr(sandbox);
  addProgram(sandbox, 'claude', '#!/bin/sh\n');
});
afterEach(() => {
  herdr.stop();
  sandbox.remove();
});

describe('resolution order', () => {
  test('MAM_JOBS_DIR wins', () => {
    const explicit = join(sandbox.dir, 'explicit');
    expect(defaultRegistryDir({ MAM_JOBS_DIR: explicit, WORKSPACE_ROOT: sandbox.root })).toBe(explicit);
  });

  test('the registry follows WORKSPACE_ROOT', () => {
    expect(defaultRegistryDir({ WORKSPACE_ROOT: sandbox.root })).toBe(sandbox.registryDir);
  });

  test('the registry falls back to the cwd; a WORKSPACE_ROOT that is no directory is ignored, not trusted', () => {
    expect(defaultRegistryDir({})).toBe(join('.mam', 'jobs'));
    expect(defaultRegistryDir({ WORKSPACE_ROOT: join(sandbox.root, 'does-not-exist') })).toBe(join('.mam', 'jobs'));
  });

  test('the audit log follows the same order', () => {
    const logs = join(sandbox.dir, 'logs');
    expect(defaultLogsDir({ DELEGATE_JOB_LOGS_DIR: logs, WORKSPACE_ROOT: sandbox.root })).toBe(logs);
    expect(defaultLogsDir({ WORKSPACE_ROOT: sandbox.root })).toBe(sandbox.logsDir);
    expect(defaultLogsDir({})).toBe(join(process.cwd(), '.mam', 'delegate_job_logs'));
  });
});

test('defaults are resolved in each process: one with WORKSPACE_ROOT registers there, and logs there', async () => {
  const env = { ...sandbox.env, WORKSPACE_ROOT: sandbox.root };
  const task = { count: 1, session: 'herdr:isolation-probe' };
  const { status, stderr } = await runChild(built.dir, 'submit', task, { env, cwd: REPO_ROOT });
  expect([status, stderr]).toEqual([0, '']);
  const records = readdirSync(sandbox.registryDir);
  expect(records).toHaveLength(1);
  const [record = ''] = records;
  expect(readJson(join(sandbox.registryDir, record)).agent_session).toBe('herdr:isolation-probe');
  expect(statSync(join(sandbox.logsDir, record.replace(/\.json$/, ''))).isDirectory()).toBe(true);
});

describe('the onboarding job, made with the repository root as the cwd', () => {
  test('stays in the sandbox with the explicit variables', async () => {
    const explicit = {
      WORKSPACE_ROOT: sandbox.root,
      AGENT_SESSIONS_YAML: sandbox.sessionsFile,
      MAM_JOBS_DIR: sandbox.registryDir,
      DELEGATE_JOB_LOGS_DIR: sandbox.logsDir,
    };
    await expectRegisteredInSandboxOnly('isolation-explicit', explicit);
  });

  test('follows WORKSPACE_ROOT alone', async () => {
    await expectRegisteredInSandboxOnly('isolation-wsroot', { WORKSPACE_ROOT: sandbox.root });
  });

  test('follows the workspace it is given, with no variable at all', async () => {
    await expectRegisteredInSandboxOnly('isolation-bare', {});
  });

  test('follows the workspace it is given, past a binding to another plane', async () => {
    const live = makeWorkspace();
    try {
      await expectRegisteredInSandboxOnly('isolation-bound', {
        WORKSPACE_ROOT: live.root,
        AGENT_SESSIONS_YAML: live.sessionsFile,
        MAM_JOBS_DIR: live.registryDir,
        DELEGATE_JOB_LOGS_DIR: live.logsDir,
      });
      expect(readdirSync(live.root)).toEqual([]);
    } finally {
      live.remove();
    }
  });
});

/** Judged on this test's own job ids and session only: others may add entries to the real planes meanwhile. */
async function expectRegisteredInSandboxOnly(prefix: string, binding: Record<string, string>): Promise<void> {
  const session = `${prefix}-${randomBytes(4).toString('hex')}`;
  const real = realStateDirs();
  const before = new Set(entriesOf(real));
  const result = await createFromRepoRoot(session, binding);
  expect([result.status, result.stderr]).toEqual([0, '']);

  const records = readdirSync(sandbox.registryDir).map((name) => readJson(join(sandbox.registryDir, name)));
  const own = records
    .filter((record) => record.agent_session === `herdr:${session}`)
    .map((record) => String(record.id));
  expect(own).toHaveLength(1);
  for (const dir of real) {
    for (const id of own)
      expect([existsSync(join(dir, `${id}.json`)), existsSync(join(dir, id))]).toEqual([false, false]);
  }
  // A job that never reached the sandbox has an id that is not known: look for the session in whatever is new.
  for (const path of entriesOf(real).filter((entry) => !before.has(entry))) {
    expect(sessionOf(path)).not.toBe(`herdr:${session}`);
  }
}

function createFromRepoRoot(session: string, binding: Record<string, string>): Promise<ChildResult> {
  const env = { ...sandbox.env, ...binding };
  return runChild(built.dir, 'create', { workspace: sandbox.root, session }, { env, cwd: REPO_ROOT });
}

/** Every real registry and audit log that this run could leak into: the checkout's, and those of the ambient binding. */
function realStateDirs(): string[] {
  const { WORKSPACE_ROOT, MAM_JOBS_DIR, DELEGATE_JOB_LOGS_DIR } = readBinding();
  const planes = [join(REPO_ROOT, '.mam'), ...(WORKSPACE_ROOT ? [join(WORKSPACE_ROOT, '.mam')] : [])];
  for (const dir of [MAM_JOBS_DIR, DELEGATE_JOB_LOGS_DIR]) if (dir) planes.push(dirname(dir));
  return planes.flatMap((plane) => [join(plane, 'jobs'), join(plane, 'delegate_job_logs')]);
}

function entriesOf(dirs: string[]): string[] {
  return dirs.filter((dir) => existsSync(dir)).flatMap((dir) => readdirSync(dir).map((name) => join(dir, name)));
}

function sessionOf(path: string): unknown {
  try {
    return readJson(path.endsWith('.json') ? path : join(path, 'meta.json')).agent_session;
  } catch {
    return null;
  }
}
