import type { Verdict } from '@mam/state-guard';
import { expect, test } from 'vitest';
import { formatJson } from '../json/format.ts';
import { parseReport } from '../json/parse.ts';
import { EVERYTHING, finding, treeFinding, verdictOf } from '../testing/verdicts.ts';
import { mergeReports } from './merge.ts';

const leaking = (...leaks: Verdict['leaks']): Verdict => verdictOf({ verdict: 'leaks', leaks });

test('one report is itself', () => {
  expect(mergeReports([EVERYTHING])).toEqual({
    ...EVERYTHING,
    leaks: [...EVERYTHING.leaks].sort((a, b) => (key(a) < key(b) ? -1 : 1)),
  });
});

function key({ path, detail }: Verdict['leaks'][number]): string {
  return detail.pathBase64 ? Buffer.from(detail.pathBase64, 'base64').toString('latin1') : path;
}

test('none is an error', () => {
  expect(() => mergeReports([])).toThrow('There is no report to merge: give at least one.');
});

test('the worst verdict stands', () => {
  const incomplete = verdictOf({ verdict: 'incomplete', notCovered: [{ path: '/x', reason: 'EACCES' }] });
  const leaks = leaking(finding());
  const verdictsOf = (...reports: Verdict[]) => mergeReports(reports).verdict;
  expect(verdictsOf(verdictOf(), verdictOf())).toBe('clean');
  expect(verdictsOf(verdictOf(), incomplete, verdictOf())).toBe('incomplete');
  expect(verdictsOf(verdictOf(), leaks, incomplete)).toBe('leaks');
});

test('findings of all are joined, sorted by the bytes of their path', () => {
  const merged = mergeReports([
    leaking(treeFinding({ path: '/live/b' }), treeFinding({ path: '/live/ü' })),
    leaking(treeFinding({ path: '/live/a' }), treeFinding({ path: '/live/\\xf0', detail: { pathBase64: '8A==' } })),
  ]);
  expect(merged.leaks.map(({ path }) => path)).toEqual(['/live/a', '/live/b', '/live/ü', '/live/\\xf0']);
});

test('the same leak seen by two shards is one, with the tests of both', () => {
  const [leak, ...rest] = mergeReports([
    leaking(finding({ by: 'unknown', at: '2026-03-04T05:06:08.000Z', late: true, attribution: 'only', tests: ['a'] })),
    leaking(
      finding({
        by: 'run',
        at: '2026-03-04T06:06:07.000+01:00',
        attribution: 'candidates',
        tests: ['b', 'a'],
        agentSession: 'herdr:x',
        detail: { entries: 1 },
      }),
    ),
  ]).leaks;
  expect(rest).toEqual([]);
  expect(leak).toEqual(
    finding({
      by: 'run',
      at: '2026-03-04T06:06:07.000+01:00',
      late: false,
      attribution: 'candidates',
      tests: ['a', 'b'],
      agentSession: 'herdr:x',
      detail: { entries: 1 },
    }),
  );
});

test('attribution follows the tests that are left', () => {
  const attributionOf = (...of: Partial<Verdict['leaks'][number]>[]) =>
    mergeReports(of.map((each) => leaking(finding(each)))).leaks[0]?.attribution;
  expect(attributionOf({ attribution: 'only', tests: ['a'] }, { attribution: 'only', tests: ['a'] })).toBe('only');
  expect(attributionOf({ attribution: 'only', tests: ['a'] }, { attribution: 'outside' })).toBe('only');
  expect(attributionOf({ attribution: 'only', tests: ['a'] }, { attribution: 'only', tests: ['b'] })).toBe(
    'candidates',
  );
  expect(attributionOf({ attribution: 'outside' }, {})).toBe('outside');
  expect(attributionOf({}, {})).toBe(null);
});

test('another change of a path, another entry and another process are findings of their own', () => {
  const { leaks } = mergeReports([
    leaking(treeFinding(), treeFinding({ entry: 'process', path: 'process:sleep', detail: { pid: 1 } })),
    leaking(
      treeFinding({ change: 'removed' }),
      treeFinding({ entry: 'directory' }),
      treeFinding({ entry: 'process', path: 'process:sleep', detail: { pid: 2 } }),
    ),
  ]);
  expect(leaks.length).toBe(5);
});

test('what the run did to a path and what others did to it meanwhile are two findings', () => {
  const contained = verdictOf({
    verdict: 'leaks',
    mode: 'contain',
    leaks: [treeFinding({ by: 'run' })],
    excused: [treeFinding({ by: 'others', reason: 'made outside the run' })],
  });
  const merged = mergeReports([contained, contained]);
  expect([merged.leaks, merged.excused]).toEqual([contained.leaks, contained.excused]);
});

test('where shards judge a change differently, the worst judgement and its reason stand', () => {
  const merged = mergeReports([
    verdictOf({ excused: [finding({ reason: 'accepted' })], suspects: [treeFinding({ reason: 'doubtful' })] }),
    { ...leaking(finding({ reason: 'no agent_session' })), excused: [treeFinding({ reason: 'accepted' })] },
  ]);
  expect(merged.leaks.map(({ reason }) => reason)).toEqual(['no agent_session']);
  expect(merged.suspects.map(({ reason }) => reason)).toEqual(['doubtful']);
  expect(merged.excused).toEqual([]);
});

test('the ending is that of the first command that failed', () => {
  const ending = (...reports: Partial<Verdict>[]) => {
    const { exitCode, signal } = mergeReports(reports.map((each) => verdictOf(each)));
    return [exitCode, signal];
  };
  expect(ending({}, {})).toEqual([0, null]);
  expect(ending({}, { exitCode: 5 }, { exitCode: 1 })).toEqual([5, null]);
  expect(ending({}, { exitCode: null, signal: 'SIGKILL' }, { exitCode: 1 })).toEqual([null, 'SIGKILL']);
});

test('it lasts from the first start to the last end, whatever the zone', () => {
  const merged = mergeReports([
    verdictOf({ startedAt: '2026-03-04T05:00:00Z', endedAt: '2026-03-04T05:10:00Z' }),
    verdictOf({ startedAt: '2026-03-04T05:30:00+01:00', endedAt: '2026-03-04T05:40:00+01:00' }),
  ]);
  expect([merged.startedAt, merged.endedAt]).toEqual(['2026-03-04T05:30:00+01:00', '2026-03-04T05:10:00Z']);
});

test('what was watched, not covered and bound is united; counts are added', () => {
  const merged = mergeReports([
    verdictOf({
      watched: [{ probe: 'tree', path: '/live', entries: 3 }],
      notCovered: [{ path: '/x', reason: 'EACCES' }],
      binding: { recorded: { WORKSPACE_ROOT: '/a' }, dropped: ['WORKSPACE_ROOT'], pinned: ['MAM_JOBS_DIR'] },
      ignored: 2,
      survivors: [{ pid: 1, name: 'a', ended: true }],
    }),
    verdictOf({
      watched: [
        { probe: 'tree', path: '/live', entries: 7 },
        { probe: 'registry', path: '/live', entries: 1 },
      ],
      notCovered: [
        { path: '/x', reason: 'EACCES' },
        { path: '/x', reason: 'EIO' },
      ],
      binding: {
        recorded: { WORKSPACE_ROOT: '/b', MAM_JOBS_DIR: '/c' },
        dropped: ['TMUX', 'WORKSPACE_ROOT'],
        pinned: ['MAM_JOBS_DIR'],
      },
      ignored: 3,
      survivors: [{ pid: 2, name: 'b', ended: false }],
    }),
  ]);
  expect(merged).toMatchObject({
    watched: [
      { probe: 'tree', path: '/live', entries: 7 },
      { probe: 'registry', path: '/live', entries: 1 },
    ],
    notCovered: [
      { path: '/x', reason: 'EACCES' },
      { path: '/x', reason: 'EIO' },
    ],
    binding: {
      recorded: { WORKSPACE_ROOT: '/a', MAM_JOBS_DIR: '/c' },
      dropped: ['WORKSPACE_ROOT', 'TMUX'],
      pinned: ['MAM_JOBS_DIR'],
    },
    ignored: 5,
    survivors: [{ pid: 1 }, { pid: 2 }],
  });
});

test('different commands are listed; of different modes the one that promises least stands', () => {
  const shard = (n: number, mode: Verdict['mode']) =>
    verdictOf({ mode, command: ['playwright', 'test', `--shard=${n}/2`] });
  const merged = mergeReports([shard(1, 'contain'), shard(2, 'observe'), shard(1, 'read-only')]);
  expect(merged.command).toEqual(['playwright', 'test', '--shard=1/2', ';', 'playwright', 'test', '--shard=2/2']);
  expect(merged.mode).toBe('observe');
  expect(mergeReports([shard(1, 'contain'), shard(1, 'contain')])).toMatchObject({
    mode: 'contain',
    command: ['playwright', 'test', '--shard=1/2'],
  });
});

test('a merged report is a valid report, and its parts are left as they were', () => {
  const before = formatJson(EVERYTHING);
  const merged = mergeReports([EVERYTHING, verdictOf(), EVERYTHING]);
  expect(parseReport(formatJson(merged), 'merged')).toEqual(merged);
  expect(formatJson(EVERYTHING)).toBe(before);
});
