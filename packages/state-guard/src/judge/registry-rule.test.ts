import { describe, expect, it } from 'vitest';
import type { JobFacts, Observation } from '../model.ts';
import { record, session } from '../testing/observations.ts';
import type { Evidence } from './evidence.ts';
import { judge } from './judge.ts';

/** Registered all the time: `live`; only since the run: `fresh`, and `mine`, which is the run's own. */
const EVIDENCE: Evidence = {
  sessions: { before: new Set(['live', 'gone']), now: new Set(['live', 'fresh', 'mine']) },
  ownSessions: new Set(['mine', 'elsewhere']),
};

/** What is thought of one observation, as `leak: reason`. */
function opinion(observation: Observation, evidence: Evidence = EVIDENCE): string {
  const { leaks, suspects, excused } = judge([observation], evidence);
  expect(leaks.length + suspects.length + excused.length).toBe(1);
  const kind = leaks.length ? 'leak' : suspects.length ? 'suspect' : 'excused';
  return `${kind}: ${[...leaks, ...suspects, ...excused][0]?.reason}`;
}

function log(agentSession: string | null, more: Partial<Observation> = {}, job: Partial<JobFacts> = {}): Observation {
  return record(agentSession, { entry: 'audit-log', path: '/p/delegate_job_logs/j', ...more }, job);
}

describe('a new record', () => {
  it.for([
    [null, 'leak: no agent_session'],
    ['', 'leak: no agent_session'],
    ['stranger', 'leak: agent_session names no registered session'],
    ['herdr:stranger', 'leak: agent_session names no registered session'],
    ['herdr:herdr:live', 'leak: agent_session names no registered session'],
    ['zellij:live', 'leak: agent_session names no registered session'],
    ['gone', 'leak: agent_session names no registered session'],
    ['elsewhere', 'leak: agent_session names no registered session'],
    ['live', 'excused: a live delegation to the registered agent session "live"'],
    ['herdr:live', 'excused: a live delegation to the registered agent session "herdr:live"'],
    ['remote:live', 'excused: a live delegation to the registered agent session "remote:live"'],
    ['tmux:live', 'excused: a live delegation to the registered agent session "tmux:live"'],
    ['herdr:fresh', 'suspect: its agent session "herdr:fresh" appeared during the run'],
    ['herdr:mine', `leak: its agent session "herdr:mine" is one of this run's own`],
  ] as const)('for the agent session %j: %s', ([agentSession, expected]) => {
    expect(opinion(record(agentSession))).toBe(expected);
  });

  it('that could not be understood is a leak with that reason', () => {
    expect(opinion(record(null, {}, { problem: 'the record is empty' }))).toBe('leak: the record is empty');
  });

  it('of which nothing is known is a leak', () => {
    const { job: _, ...bare } = record('live');
    expect(opinion(bare)).toBe('leak: no agent_session');
  });

  it('for a session that is one of the run’s own, but was live before: the live one explains it', () => {
    const evidence = { ...EVIDENCE, ownSessions: new Set(['live']) };
    expect(opinion(record('live'), evidence)).toContain('excused: a live delegation');
  });

  it('by the run is a leak, whatever it says', () => {
    expect(opinion(record('live', { by: 'run' }))).toBe(
      'leak: made by the run, for the registered agent session "live"',
    );
    expect(opinion(record('fresh', { by: 'run' }))).toBe(
      'leak: made by the run, for the registered agent session "fresh"',
    );
    expect(opinion(record(null, { by: 'run' }))).toBe('leak: no agent_session');
  });

  it('by others that nothing explains stays a leak, because a run can drive a live server', () => {
    expect(opinion(record(null, { by: 'others' }))).toBe('leak: no agent_session');
    expect(opinion(record('live', { by: 'others' }))).toContain('excused: a live delegation');
    expect(opinion(record('fresh', { by: 'others' }))).toContain('suspect:');
    expect(opinion(record('mine', { by: 'others' }))).toContain('leak:');
  });
});

describe('a new audit log', () => {
  it('without a record is a leak, whatever its meta.json says', () => {
    expect(opinion(log('live', {}, { hasRecord: false }))).toBe('leak: audit log without a registry record');
  });

  it('is judged by its record', () => {
    expect(opinion(log('live'))).toContain('excused: a live delegation');
    expect(opinion(log(null))).toBe('leak: no agent_session');
    expect(opinion(log(null, {}, { problem: 'the record is not valid JSON' }))).toBe(
      'leak: the record is not valid JSON',
    );
    expect(opinion(log('fresh'))).toContain('suspect:');
  });
});

describe('a record or log that went', () => {
  const removed = { change: 'removed' } as const;

  it.for([
    ['live', 'excused: removed; its agent session "live" is registered'],
    ['herdr:live', 'excused: removed; its agent session "herdr:live" is registered'],
    ['gone', 'suspect: removed; its agent session "gone" is not registered'],
    ['fresh', 'suspect: removed; its agent session "fresh" appeared during the run'],
    ['mine', `leak: removed; its agent session "mine" is one of this run's own`],
    [null, 'suspect: removed, and no audit log tells whose it was'],
  ] as const)('of the agent session %j: %s', ([agentSession, expected]) => {
    expect(opinion(record(agentSession, removed, { hasRecord: false }))).toBe(expected);
  });

  it('of a log is told by the record that is left', () => {
    expect(opinion(log('live', removed))).toContain('excused: removed');
    expect(opinion(log(null, removed, { hasRecord: false }))).toBe(
      'suspect: removed, and no record tells whose it was',
    );
  });

  it('by the run is a leak', () => {
    expect(opinion(record('live', { ...removed, by: 'run' }))).toBe('leak: removed by the run');
    expect(opinion(log(null, { ...removed, by: 'run' }))).toBe('leak: removed by the run');
  });

  it('by others is judged as it would be otherwise', () => {
    expect(opinion(record('live', { ...removed, by: 'others' }))).toContain('excused:');
    expect(opinion(record(null, { ...removed, by: 'others' }))).toContain('suspect:');
  });
});

describe('an agent session', () => {
  it('that came is a suspect: a test may leak session and job together', () => {
    expect(opinion(session('fresh'))).toBe('suspect: an agent session registered during the run');
    const { leaks, suspects } = judge([session('fresh'), record('fresh')], EVIDENCE);
    expect([leaks.length, suspects.length]).toEqual([0, 2]);
  });

  it('that came is a leak when it is the run’s: by its sandbox, or by the containment layer', () => {
    expect(opinion(session('mine'))).toBe(
      "leak: an agent session of this run's own, registered in a live sessions file",
    );
    expect(opinion(session('fresh', { by: 'run' }))).toBe('leak: an agent session registered by the run');
  });

  it('that came outside the run is a suspect, because a run can drive a live server', () => {
    expect(opinion(session('fresh', { by: 'others' }))).toContain(
      'suspect: an agent session registered outside the run',
    );
  });

  it('that went is a suspect, and a leak when the run did it', () => {
    expect(opinion(session('gone', { change: 'removed' }))).toBe('suspect: an agent session removed during the run');
    expect(opinion(session('gone', { change: 'removed', by: 'run' }))).toBe(
      'leak: an agent session removed by the run',
    );
  });

  it('stands in the finding', () => {
    expect(judge([session('fresh')], EVIDENCE).suspects[0]).toMatchObject({ agentSession: 'fresh', prompt: null });
    expect(judge([record('herdr:x', {}, { prompt: 'p' })], EVIDENCE).leaks[0]).toMatchObject({
      agentSession: 'herdr:x',
      prompt: 'p',
    });
  });
});

it('a name that a terminal would act on is quoted in the reason', () => {
  const now = new Set(['a\u001b[31m"']);
  expect(opinion(record('a\u001b[31m"'), { sessions: { before: now, now } })).toContain('"a\\u001b[31m\\""');
});
