import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ControlPlane, type ResolveOptions, resolveControlPlane } from './resolve.ts';
import { tempDir } from './testing/temp-dir.ts';

const EMPTY = 'it is set but empty, which counts as unset';

function setUp(): { workspace: string; cwd: string; missing: string } {
  const dir = tempDir();
  const workspace = join(dir, 'workspace');
  const cwd = join(dir, 'cwd');
  mkdirSync(workspace);
  mkdirSync(cwd);
  return { workspace, cwd, missing: join(dir, 'missing') };
}

/** The path and the source of each rule's result. */
function decided(options: ResolveOptions): Record<keyof ControlPlane, [string, string]> {
  const { registry, auditLog, sessionsFile } = resolveControlPlane(options);
  return {
    registry: [registry.path, registry.source],
    auditLog: [auditLog.path, auditLog.source],
    sessionsFile: [sessionsFile.path, sessionsFile.source],
  };
}

test('the registry: flag, MAM_JOBS_DIR, workspace, cwd', () => {
  const { workspace, cwd } = setUp();
  const env = { MAM_JOBS_DIR: '/jobs/by-variable', WORKSPACE_ROOT: workspace };
  expect(decided({ env, cwd, flags: { registry: '/jobs/by-flag' } }).registry).toEqual(['/jobs/by-flag', 'flag']);
  expect(decided({ env, cwd }).registry).toEqual(['/jobs/by-variable', 'MAM_JOBS_DIR']);
  expect(decided({ env: { WORKSPACE_ROOT: workspace }, cwd }).registry).toEqual([
    join(workspace, '.mam/jobs'),
    'WORKSPACE_ROOT',
  ]);
  expect(decided({ env: {}, cwd }).registry).toEqual([join(cwd, '.mam/jobs'), 'cwd']);
});

test('the audit log: flag, sibling of a registry flag, DELEGATE_JOB_LOGS_DIR, sibling of MAM_JOBS_DIR, workspace, cwd', () => {
  const { workspace, cwd } = setUp();
  const env = { DELEGATE_JOB_LOGS_DIR: '/logs', MAM_JOBS_DIR: '/plane/jobs', WORKSPACE_ROOT: workspace };
  const flags = { auditLog: '/logs-by-flag', registry: '/flagged/jobs' };
  expect(decided({ env, cwd, flags }).auditLog).toEqual(['/logs-by-flag', 'flag']);
  expect(decided({ env, cwd, flags: { registry: '/flagged/jobs' } }).auditLog).toEqual([
    '/flagged/delegate_job_logs',
    'registry flag',
  ]);
  expect(decided({ env, cwd }).auditLog).toEqual(['/logs', 'DELEGATE_JOB_LOGS_DIR']);
  expect(decided({ env: { ...env, DELEGATE_JOB_LOGS_DIR: undefined }, cwd }).auditLog).toEqual([
    '/plane/delegate_job_logs',
    'MAM_JOBS_DIR',
  ]);
  expect(decided({ env: { WORKSPACE_ROOT: workspace }, cwd }).auditLog).toEqual([
    join(workspace, '.mam/delegate_job_logs'),
    'WORKSPACE_ROOT',
  ]);
  expect(decided({ env: {}, cwd }).auditLog).toEqual([join(cwd, '.mam/delegate_job_logs'), 'cwd']);
});

test('the sessions file: flag, AGENT_SESSIONS_YAML, workspace, cwd', () => {
  const { workspace, cwd } = setUp();
  const env = { AGENT_SESSIONS_YAML: '/sessions.yaml', WORKSPACE_ROOT: workspace };
  const flags = { sessionsFile: '/by-flag.yaml' };
  expect(decided({ env, cwd, flags }).sessionsFile).toEqual(['/by-flag.yaml', 'flag']);
  expect(decided({ env, cwd }).sessionsFile).toEqual(['/sessions.yaml', 'AGENT_SESSIONS_YAML']);
  expect(decided({ env: { WORKSPACE_ROOT: workspace }, cwd }).sessionsFile).toEqual([
    join(workspace, '.mam/agent-sessions.yaml'),
    'WORKSPACE_ROOT',
  ]);
  expect(decided({ env: {}, cwd }).sessionsFile).toEqual([join(cwd, '.mam/agent-sessions.yaml'), 'cwd']);
});

test('the registry and the sessions file follow no variable of the other', () => {
  const { cwd } = setUp();
  const { registry, sessionsFile } = decided({
    env: { AGENT_SESSIONS_YAML: '/a/sessions.yaml', DELEGATE_JOB_LOGS_DIR: '/b/logs' },
    cwd,
  });
  expect(registry).toEqual([join(cwd, '.mam/jobs'), 'cwd']);
  expect(sessionsFile).toEqual(['/a/sessions.yaml', 'AGENT_SESSIONS_YAML']);
  expect(decided({ env: { MAM_JOBS_DIR: '/c/jobs' }, cwd }).sessionsFile[1]).toBe('cwd');
});

test('a WORKSPACE_ROOT that is no directory is passed over, not trusted', () => {
  const { cwd, missing } = setUp();
  const file = join(cwd, 'file');
  const dangling = join(cwd, 'dangling');
  const loop = join(cwd, 'loop');
  writeFileSync(file, '');
  symlinkSync(missing, dangling);
  symlinkSync(loop, loop);
  for (const value of [missing, file, dangling, loop, join(file, 'below'), 'x'.repeat(5000)]) {
    const plane = resolveControlPlane({ env: { WORKSPACE_ROOT: value }, cwd });
    for (const path of Object.values(plane)) {
      expect(path.source).toBe('cwd');
      expect(path.passedOver).toEqual([{ source: 'WORKSPACE_ROOT', value, reason: 'it is not a directory' }]);
    }
  }
});

test('a WORKSPACE_ROOT that is a link to a directory counts, and keeps its spelling', () => {
  const { workspace, cwd } = setUp();
  const link = join(cwd, 'link');
  symlinkSync(workspace, link);
  expect(decided({ env: { WORKSPACE_ROOT: link }, cwd }).registry).toEqual([join(link, '.mam/jobs'), 'WORKSPACE_ROOT']);
});

test('a variable that is set but empty counts as unset, and is said to be passed over', () => {
  const { workspace, cwd } = setUp();
  const env = { MAM_JOBS_DIR: '', DELEGATE_JOB_LOGS_DIR: '', AGENT_SESSIONS_YAML: '', WORKSPACE_ROOT: workspace };
  const { registry, auditLog, sessionsFile } = resolveControlPlane({ env, cwd });
  expect(registry).toEqual({
    path: join(workspace, '.mam/jobs'),
    source: 'WORKSPACE_ROOT',
    passedOver: [{ source: 'MAM_JOBS_DIR', value: '', reason: EMPTY }],
  });
  expect(auditLog).toEqual({
    path: join(workspace, '.mam/delegate_job_logs'),
    source: 'WORKSPACE_ROOT',
    passedOver: [
      { source: 'DELEGATE_JOB_LOGS_DIR', value: '', reason: EMPTY },
      { source: 'MAM_JOBS_DIR', value: '', reason: EMPTY },
    ],
  });
  expect(sessionsFile.passedOver).toEqual([{ source: 'AGENT_SESSIONS_YAML', value: '', reason: EMPTY }]);
  const unbound = resolveControlPlane({ env: { WORKSPACE_ROOT: '' }, cwd });
  expect(unbound.registry).toEqual({
    path: join(cwd, '.mam/jobs'),
    source: 'cwd',
    passedOver: [{ source: 'WORKSPACE_ROOT', value: '', reason: EMPTY }],
  });
});

test('what comes after the rule that applies is not passed over', () => {
  const { cwd, missing } = setUp();
  const env = { MAM_JOBS_DIR: '/jobs', WORKSPACE_ROOT: missing };
  expect(resolveControlPlane({ env, cwd }).registry.passedOver).toEqual([]);
  expect(resolveControlPlane({ env: {}, cwd }).registry.passedOver).toEqual([]);
});

test('relative values are taken from the cwd', () => {
  const { cwd } = setUp();
  mkdirSync(join(cwd, 'ws'));
  const env = { MAM_JOBS_DIR: 'plane/jobs', AGENT_SESSIONS_YAML: './s.yaml' };
  expect(decided({ env, cwd })).toEqual({
    registry: [join(cwd, 'plane/jobs'), 'MAM_JOBS_DIR'],
    auditLog: [join(cwd, 'plane/delegate_job_logs'), 'MAM_JOBS_DIR'],
    sessionsFile: [join(cwd, 's.yaml'), 'AGENT_SESSIONS_YAML'],
  });
  expect(decided({ env: { WORKSPACE_ROOT: 'ws' }, cwd }).registry[0]).toBe(join(cwd, 'ws/.mam/jobs'));
  expect(decided({ env: {}, cwd, flags: { registry: 'f/jobs' } }).auditLog[0]).toBe(join(cwd, 'f/delegate_job_logs'));
});

test('a `..` after a link keeps its meaning', () => {
  const { workspace, cwd } = setUp();
  mkdirSync(join(workspace, 'deep'));
  symlinkSync(join(workspace, 'deep'), join(cwd, 'link'));
  // By its spelling `link/..` would be the cwd; for the kernel it is the workspace.
  for (const root of ['link/..', join(cwd, 'link') + '/..']) {
    const { registry } = resolveControlPlane({ env: { WORKSPACE_ROOT: root }, cwd });
    expect(registry.source).toBe('WORKSPACE_ROOT');
    mkdirSync(registry.path, { recursive: true });
    expect(existsSync(join(workspace, '.mam/jobs'))).toBe(true);
    expect(existsSync(join(cwd, '.mam'))).toBe(false);
  }
});

test('nothing is created', () => {
  const { workspace, cwd } = setUp();
  resolveControlPlane({ env: { WORKSPACE_ROOT: workspace }, cwd });
  resolveControlPlane({ env: {}, cwd });
  expect(existsSync(join(workspace, '.mam')) || existsSync(join(cwd, '.mam'))).toBe(false);
});

test('environment and cwd default to those of the process', () => {
  expect(resolveControlPlane({ env: {} }).registry.path).toBe(join(process.cwd(), '.mam/jobs'));
  expect(resolveControlPlane()).toEqual(resolveControlPlane({ env: process.env, cwd: process.cwd() }));
});
