import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLeaks } from './find-leaks.ts';
import { takeSnapshot } from './look/snapshot.ts';
import { describeLeaks } from './message/describe-leaks.ts';
import { watchRoots } from './roots/watch-roots.ts';
import { temporaryDirectory } from './testing/temporary.ts';

/** A checkout and a live workspace with the agent session `planner`, bound by `WORKSPACE_ROOT`. */
function bound() {
  const top = temporaryDirectory();
  const live = join(top, 'live/.mam');
  mkdirSync(join(live, 'jobs'), { recursive: true });
  mkdirSync(join(live, 'delegate_job_logs'));
  mkdirSync(join(top, 'repo'));
  writeFileSync(join(live, 'agent-sessions.yaml'), 'herdr_sessions:\n- name: planner\n');
  const recorded = { WORKSPACE_ROOT: join(top, 'live') };
  const roots = watchRoots(join(top, 'repo'), recorded);
  return { live, recorded, roots, before: takeSnapshot(roots, recorded) };
}

describe('findLeaks', () => {
  it('finds what no live delegation explains, with the fields of every finding', () => {
    const { live, recorded, roots, before } = bound();
    writeFileSync(join(live, 'jobs/a.json'), '{"agent_session": "herdr:planner"}');
    writeFileSync(join(live, 'jobs/b.json'), '{"agent_session": "herdr:stranger", "prompt": "p"}');
    const leaks = findLeaks(roots, before, recorded);
    expect(leaks).toEqual([
      {
        change: 'added',
        entry: 'record',
        path: join(live, 'jobs/b.json'),
        probe: 'registry',
        reason: 'agent_session names no registered session',
        by: 'unknown',
        agentSession: 'herdr:stranger',
        prompt: 'p',
        at: expect.any(String),
        late: false,
        attribution: null,
        tests: [],
        detail: {},
      },
    ]);
    expect(describeLeaks(leaks)).toContain(join(live, 'jobs/b.json'));
  });

  it('leaves suspects to judge: a session and a job that came together, what went', () => {
    const { live, recorded, roots } = bound();
    writeFileSync(join(live, 'jobs/old.json'), '{}');
    const before = takeSnapshot(roots, recorded);
    writeFileSync(join(live, 'agent-sessions.yaml'), 'herdr_sessions:\n- name: fresh\n');
    writeFileSync(join(live, 'jobs/a.json'), '{"agent_session": "fresh"}');
    rmSync(join(live, 'jobs/old.json'));
    expect(findLeaks(roots, before, recorded)).toEqual([]);
  });
});
