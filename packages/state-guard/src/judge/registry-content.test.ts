import { describe, expect, it } from 'vitest';
import type { Observation } from '../model.ts';
import { record, seen } from '../testing/observations.ts';
import { judge } from './judge.ts';

const EVIDENCE = { sessions: { before: new Set(['live']), now: new Set(['live', 'fresh']) } };

function opinion(observation: Observation): string {
  const { leaks, suspects, excused } = judge([observation], EVIDENCE);
  const kind = leaks.length ? 'leak' : suspects.length ? 'suspect' : 'excused';
  return `${kind}: ${[...leaks, ...suspects, ...excused][0]?.reason}`;
}

/** Something in the audit log of a job. */
function within(agentSession: string | null, more: Partial<Observation>): Observation {
  const { job } = record(agentSession);
  return seen({ path: '/p/delegate_job_logs/j/events.jsonl', ...(job && { job }), ...more });
}

describe('a record that was written again', () => {
  const modified: Partial<Observation> = { change: 'modified', detail: { differs: ['content'] } };

  it('is doubtful where its agent session is registered, else a leak', () => {
    expect(opinion(record('herdr:live', modified))).toBe(
      'suspect: changed: content; a live delegation to the agent session "herdr:live" may have done it',
    );
    for (const agentSession of ['fresh', 'stranger', null]) {
      expect(opinion(record(agentSession, modified))).toBe('leak: changed: content');
    }
    expect(opinion(record('live', { ...modified, by: 'run' }))).toBe('leak: changed: content');
  });
});

describe('a change inside an audit log that stays', () => {
  it('is a live delegation’s when it only adds, and its agent session is registered', () => {
    const by = 'by a live delegation to the registered agent session "live"';
    expect(opinion(within('live', {}))).toBe(`excused: new file, ${by}`);
    expect(opinion(within('live', { change: 'modified', detail: { appendedLines: 2 } }))).toBe(
      `excused: 2 lines appended, ${by}`,
    );
    expect(opinion(within('live', { change: 'modified', detail: { differs: ['content'] } }))).toContain('suspect:');
    const opened = { appendedLines: 1, differs: ['content', 'size', 'mode'] };
    expect(opinion(within('live', { change: 'modified', detail: opened }))).toContain('suspect: 1 line appended, and');
    expect(opinion(within('live', { change: 'removed' }))).toContain('suspect:');
    expect(opinion(within('fresh', {}))).toBe('leak: new file');
    expect(opinion(within(null, { change: 'modified', detail: { appendedLines: 2 } }))).toBe('leak: 2 lines appended');
  });
});
