import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultLogsDir, defaultRegistryDir } from './defaults.ts';
import { tempDir } from './testing/temp-dir.ts';

test('MAM_JOBS_DIR wins, as it stands', () => {
  const dir = tempDir();
  expect(defaultRegistryDir({ MAM_JOBS_DIR: '/explicit/', WORKSPACE_ROOT: dir })).toBe('/explicit/');
  expect(defaultRegistryDir({ MAM_JOBS_DIR: 'relative/../jobs' }, dir)).toBe('relative/../jobs');
});

test('the registry follows WORKSPACE_ROOT when it is a directory, and keeps its spelling', () => {
  const dir = tempDir();
  mkdirSync(join(dir, 'ws'));
  expect(defaultRegistryDir({ WORKSPACE_ROOT: dir })).toBe(`${dir}/.mam/jobs`);
  expect(defaultRegistryDir({ WORKSPACE_ROOT: `${dir}/` })).toBe(`${dir}/.mam/jobs`);
  expect(defaultRegistryDir({ WORKSPACE_ROOT: 'ws' }, dir)).toBe('ws/.mam/jobs');
  symlinkSync(join(dir, 'ws'), join(dir, 'link'));
  expect(defaultRegistryDir({ WORKSPACE_ROOT: `${dir}/link/..` })).toBe(`${dir}/link/../.mam/jobs`);
});

test('the last fallback of the registry is relative', () => {
  const dir = tempDir();
  for (const env of [{}, { MAM_JOBS_DIR: '' }, { WORKSPACE_ROOT: '' }, { WORKSPACE_ROOT: join(dir, 'missing') }]) {
    expect(defaultRegistryDir(env, dir)).toBe('.mam/jobs');
  }
});

test('DELEGATE_JOB_LOGS_DIR wins, as it stands; then the log follows MAM_JOBS_DIR', () => {
  const dir = tempDir();
  const env = { DELEGATE_JOB_LOGS_DIR: 'logs', MAM_JOBS_DIR: '/plane/jobs', WORKSPACE_ROOT: dir };
  expect(defaultLogsDir(env, dir)).toBe('logs');
  expect(defaultLogsDir({ ...env, DELEGATE_JOB_LOGS_DIR: '' }, dir)).toBe('/plane/delegate_job_logs');
  expect(defaultLogsDir({ MAM_JOBS_DIR: 'plane/jobs/' }, dir)).toBe(`${dir}/plane/delegate_job_logs`);
});

test('the log follows WORKSPACE_ROOT when it is a directory, and is absolute under the cwd in the end', () => {
  const dir = tempDir();
  expect(defaultLogsDir({ WORKSPACE_ROOT: dir }, '/elsewhere')).toBe(`${dir}/.mam/delegate_job_logs`);
  expect(defaultLogsDir({ WORKSPACE_ROOT: join(dir, 'missing') }, dir)).toBe(`${dir}/.mam/delegate_job_logs`);
  expect(defaultLogsDir({}, dir)).toBe(`${dir}/.mam/delegate_job_logs`);
});

test('environment and cwd default to those of the process', () => {
  expect(defaultLogsDir({})).toBe(join(process.cwd(), '.mam/delegate_job_logs'));
  expect(defaultRegistryDir()).toBe(defaultRegistryDir(process.env, process.cwd()));
});
