import { describe, expect, it } from 'vitest';
import { random } from '../../vectors/random.ts';
import type { Observation } from '../model.ts';
import { record, seen, session } from '../testing/observations.ts';
import type { Evidence } from './evidence.ts';
import { judge } from './judge.ts';

const EVIDENCE: Evidence = { sessions: { before: new Set(['live']), now: new Set(['live', 'fresh']) } };
const ACCEPTED = { path: '/w/**', reason: 'issue 12', until: '2026-06-30' };

describe('judge', () => {
  it('drops nothing: every observation is one finding', () => {
    const r = random(3);
    const observations = Array.from({ length: 500 }, (_, i): Observation => {
      const more: Partial<Observation> = {
        change: r.pick<Observation['change']>(['added', 'modified', 'removed']),
        by: r.pick<Observation['by']>(['run', 'others', 'unknown']),
        path: `/${r.pick(['w', 'p'])}/${i}`,
      };
      return r.pick([
        seen({
          ...more,
          entry: r.pick<Observation['entry']>(['file', 'directory', 'line', 'process']),
          probe: r.pick<Observation['probe']>(['tree', 'command', 'processes']),
        }),
        record(r.pick(['live', 'fresh', 'stranger', null]), more),
        session(r.pick(['live', 'fresh']), more),
      ]);
    });
    const judged = judge(observations, {
      ...EVIDENCE,
      accepted: [ACCEPTED],
      today: '2026-05-01',
      idle: new Set(['/w/3']),
    });
    const findings = [...judged.leaks, ...judged.suspects, ...judged.excused];
    expect(findings.map(({ path }) => path).sort()).toEqual(observations.map(({ path }) => path).sort());
    for (const { reason } of findings) expect(reason).not.toBe('');
  });

  it('keeps what was observed, and adds what is thought of it', () => {
    const at = '2026-05-01T00:00:00.000Z';
    const [leak] = judge([seen({ at, late: true, detail: { entries: 3 } })], EVIDENCE).leaks;
    expect(leak).toEqual({
      change: 'added',
      entry: 'file',
      path: '/w/f',
      probe: 'tree',
      reason: 'new file',
      by: 'unknown',
      agentSession: null,
      prompt: null,
      at,
      late: true,
      attribution: null,
      tests: [],
      detail: { entries: 3 },
    });
  });

  it('sorts findings by the bytes of their path, and leaves equal ones as they came', () => {
    const paths = ['/\u{1f600}', '/\uffee', '/b', '/a/z', '/a', '/a-'];
    const odd = seen({ path: '/\\xff', detail: { pathBase64: Buffer.from('/\xff', 'latin1').toString('base64') } });
    const twice = [seen({ path: '/b', entry: 'socket' })];
    const { leaks } = judge([odd, ...paths.map((path) => seen({ path })), ...twice], EVIDENCE);
    expect(leaks.map(({ path, entry }) => (entry === 'socket' ? `${path}=` : path))).toEqual([
      '/a',
      '/a-',
      '/a/z',
      '/b',
      '/b=',
      '/\uffee',
      '/\u{1f600}',
      '/\\xff',
    ]);
  });

  it('is pure: what it was given is as it was', () => {
    const observations = Object.freeze([seen({ path: '/b' }), seen({ path: '/a' })].map((one) => Object.freeze(one)));
    expect(judge(observations, EVIDENCE)).toEqual(judge(observations, EVIDENCE));
  });
});

describe('accepted paths', () => {
  const judged = (accepted: Evidence['accepted'], today: string, ...observations: Observation[]) =>
    judge(observations, { ...EVIDENCE, accepted, today });

  it('excuse a finding, with the reason and the end, up to the last day', () => {
    for (const today of ['2026-01-01', '2026-06-30']) {
      const { leaks, excused } = judged([ACCEPTED], today, seen());
      expect(leaks).toEqual([]);
      expect(excused[0]?.reason).toBe('new file; accepted until 2026-06-30: issue 12');
    }
  });

  it('leave it a leak the day after, and say so', () => {
    const { leaks, excused } = judged([ACCEPTED], '2026-07-01', seen());
    expect(excused).toEqual([]);
    expect(leaks[0]?.reason).toBe('new file; its acceptance ended on 2026-06-30');
  });

  it('excuse suspects and registry findings too', () => {
    const { excused } = judged([{ ...ACCEPTED, path: '/p/**' }], '2026-01-01', session('fresh'), record(null));
    expect(excused.map(({ reason }) => reason)).toEqual([
      'an agent session registered during the run; accepted until 2026-06-30: issue 12',
      'no agent_session; accepted until 2026-06-30: issue 12',
    ]);
  });

  it('do not touch what is excused anyway', () => {
    const { excused } = judged([{ ...ACCEPTED, path: '/p/**' }], '2026-01-01', record('live'));
    expect(excused[0]?.reason).toBe('a live delegation to the registered agent session "live"');
  });

  it('count as long as one of them does', () => {
    const ended = { ...ACCEPTED, until: '2026-01-01' };
    const { excused } = judged([ended, ACCEPTED], '2026-05-01', seen());
    expect(excused[0]?.reason).toContain('accepted until 2026-06-30');
  });

  it('that met nothing are told, in their order', () => {
    const exact = { ...ACCEPTED, path: '/w/f' };
    const [first, second] = [
      { ...ACCEPTED, path: '/x' },
      { ...ACCEPTED, path: '/w/g*' },
    ];
    expect(judged([first, exact, second], '2026-05-01', seen()).unusedAccepts).toEqual([first, second]);
    // One that has ended has met something all the same.
    expect(judged([exact], '2027-01-01', seen()).unusedAccepts).toEqual([]);
    expect(judge([], EVIDENCE).unusedAccepts).toEqual([]);
  });

  it('need the day of the verdict', () => {
    expect(() => judge([], { ...EVIDENCE, accepted: [ACCEPTED] })).toThrow(
      'Accepted paths have an end date: give the day of the verdict as `today`, as in 2026-07-31.',
    );
  });
});
