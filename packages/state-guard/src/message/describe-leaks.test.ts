import { describe, expect, it } from 'vitest';
import { judge } from '../judge/judge.ts';
import { record } from '../testing/observations.ts';
import { describeLeaks } from './describe-leaks.ts';

const NONE = { sessions: { before: new Set<string>(), now: new Set<string>() } };

describe('describeLeaks', () => {
  it('says how many, that they are left in place, and of each path, reason, agent session and prompt', () => {
    const { leaks } = judge(
      [
        record('herdr:x', { path: '/p/jobs/b.json' }, { prompt: 'two\nlines "quoted"' }),
        record(null, { path: '/p/jobs/a.json' }),
      ],
      NONE,
    );
    expect(describeLeaks(leaks)).toBe(
      [
        '2 entries in a live control plane were made during this guard session (left in place; check and remove by hand):',
        '  /p/jobs/a.json  [no agent_session]  agent_session=null  prompt=null',
        '  /p/jobs/b.json  [agent_session names no registered session]  agent_session="herdr:x"  prompt="two\\nlines \\"quoted\\""',
      ].join('\n'),
    );
  });

  it('speaks of one entry as of one', () => {
    const { leaks } = judge([record(null)], NONE);
    expect(describeLeaks(leaks)).toMatch(
      /^1 entry in a live control plane was made during this guard session \(left in place;/,
    );
  });

  it('has nothing in it that a terminal would act on', () => {
    const { leaks } = judge([record('a\u001b[2J\u009b', {}, { prompt: '\u202e\r\u0007' })], NONE);
    expect(describeLeaks(leaks)).toContain('agent_session="a\\u001b[2J\\u009b"  prompt="\\u202e\\r\\u0007"');
  });

  it('is empty when there is nothing to say', () => {
    expect(describeLeaks([])).toBe('');
  });
});
