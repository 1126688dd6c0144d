import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readJobFacts } from './read-job-facts.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mam-facts-'));
  mkdirSync(join(dir, 'jobs'));
  mkdirSync(join(dir, 'logs/a'), { recursive: true });
  symlinkSync('loop', join(dir, 'loop'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('a registry or an audit log that cannot be searched hides no other', () => {
  const loop = join(dir, 'loop/jobs');
  const places = { registries: [loop, join(dir, 'jobs')], auditLogs: [loop, join(dir, 'logs')], sessionsFiles: [] };
  expect(readJobFacts('a', places)).toMatchObject({ hasRecord: false, agentSession: null });
  writeFileSync(join(dir, 'logs/a/meta.json'), '{"agent_session":"herdr:meta"}');
  expect(readJobFacts('a', places)).toMatchObject({ hasRecord: false, agentSession: 'herdr:meta' });
  writeFileSync(join(dir, 'jobs/a.json'), '{"agent_session":"herdr:record"}');
  expect(readJobFacts('a', places)).toMatchObject({ hasRecord: true, agentSession: 'herdr:record' });
});
