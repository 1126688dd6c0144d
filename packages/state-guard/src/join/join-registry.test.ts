import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judge } from '../judge/judge.ts';
import { takeSnapshot } from '../look/snapshot.ts';
import { observeRegistry } from '../observe/observe-registry.ts';
import { compareTree } from '../tree/compare-tree.ts';
import { lookTree } from '../tree/look-tree.ts';
import { joinRegistry } from './join-registry.ts';

let plane: string;
beforeEach(() => {
  plane = join(realpathSync(mkdtempSync(join(tmpdir(), 'mam-join-'))), '.mam');
  mkdirSync(join(plane, 'jobs'), { recursive: true });
  mkdirSync(join(plane, 'delegate_job_logs/old'), { recursive: true });
  put('agent-sessions.yaml', 'herdr_sessions:\n- name: planner\n');
  put('jobs/old.json', '{"agent_session":"herdr:planner","status":"running"}');
  put('delegate_job_logs/old/meta.json', '{}');
  put('delegate_job_logs/old/events.jsonl', '{"type":"start"}\n');
  put('config.json', '{}');
});
afterEach(() => rmSync(join(plane, '..'), { recursive: true, force: true }));

function put(path: string, text: string): void {
  writeFileSync(join(plane, path), text);
}

/** Watches the whole plane as a tree beside the registry, and judges what `change` did. */
function judged(change: () => void) {
  const tree = lookTree(plane);
  const before = takeSnapshot([plane], {});
  change();
  const registry = observeRegistry([plane], before, {});
  const places = {
    registries: [join(plane, 'jobs')],
    auditLogs: [join(plane, 'delegate_job_logs')],
    sessionsFiles: [join(plane, 'agent-sessions.yaml')],
  };
  const joined = joinRegistry(compareTree(tree).observations, registry.observations, places);
  const { leaks, suspects, excused } = judge(joined, { sessions: registry.sessions });
  const lines = (findings: typeof leaks) =>
    findings.map(({ change, entry, path }) => `${change} ${entry} ${path.slice(plane.length + 1)}`);
  return { leaks: lines(leaks), suspects: lines(suspects), excused: lines(excused) };
}

describe('what belongs to the registry is found once', () => {
  test('a new record and a new audit log with what is in it', () => {
    const found = judged(() => {
      put('jobs/new.json', '{"prompt":"x"}');
      mkdirSync(join(plane, 'delegate_job_logs/new'));
      put('delegate_job_logs/new/meta.json', '{}');
    });
    expect(found).toEqual({
      leaks: ['added audit-log delegate_job_logs/new', 'added record jobs/new.json'],
      suspects: [],
      excused: [],
    });
  });

  test('a removed record and a removed audit log', () => {
    const found = judged(() => {
      rmSync(join(plane, 'jobs/old.json'));
      rmSync(join(plane, 'delegate_job_logs/old'), { recursive: true });
    });
    expect(found.suspects).toEqual(['removed audit-log delegate_job_logs/old', 'removed record jobs/old.json']);
    expect([...found.leaks, ...found.excused]).toEqual([]);
  });

  test('a sessions file whose agent sessions came', () => {
    const found = judged(() => put('agent-sessions.yaml', 'herdr_sessions:\n- name: planner\n- name: ghost\n'));
    expect(found).toEqual({ leaks: [], suspects: ['added agent-session agent-sessions.yaml#ghost'], excused: [] });
  });
});

describe('a watch on a plane looks deep into it', () => {
  test('a sessions file that changed otherwise, and any other file, are leaks', () => {
    const found = judged(() => {
      put('agent-sessions.yaml', 'herdr_sessions:\n- name: planner\n  agent: other\n');
      put('config.json', '{"model":"fixture"}');
      put('jobs/notes.txt', 'x');
    });
    expect(found.leaks).toEqual([
      'modified file agent-sessions.yaml',
      'modified file config.json',
      'added file jobs/notes.txt',
    ]);
  });

  test('a record that was written again is suspect where a live delegation may have done it, else a leak', () => {
    const rewritten = () => put('jobs/old.json', '{"agent_session":"herdr:planner","status":"done"}');
    expect(judged(rewritten).suspects).toEqual(['modified record jobs/old.json']);
    expect(judged(() => put('jobs/old.json', '{"agent_session":"herdr:fixture"}')).leaks).toEqual([
      'modified record jobs/old.json',
    ]);
  });

  test('what a live delegation adds to its audit log is excused; what is rewritten there is suspect', () => {
    const found = judged(() => {
      put('delegate_job_logs/old/events.jsonl', '{"type":"start"}\n{"type":"end"}\n');
      put('delegate_job_logs/old/result.json', '{}');
      put('delegate_job_logs/old/meta.json', '{"agent":"other"}');
    });
    expect(found).toEqual({
      leaks: [],
      suspects: ['modified file delegate_job_logs/old/meta.json'],
      excused: ['modified file delegate_job_logs/old/events.jsonl', 'added file delegate_job_logs/old/result.json'],
    });
  });
});

test('two jobs whose names differ only in bytes that are not UTF-8 are kept apart', () => {
  const found = judged(() => {
    writeFileSync(Buffer.concat([Buffer.from(`${plane}/jobs/a`), Buffer.from([0xff]), Buffer.from('.json')]), '{}');
    writeFileSync(Buffer.concat([Buffer.from(`${plane}/jobs/a`), Buffer.from([0xfe]), Buffer.from('.json')]), '{}');
  });
  expect(found.leaks).toEqual(['added record jobs/a\\xfe.json', 'added record jobs/a\\xff.json']);
});
