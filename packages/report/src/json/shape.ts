import type { Verdict } from '@mam/state-guard';
import * as v from 'valibot';

// The same rules as `schema/mam-guard-1.schema.json`; a test holds that both refuse the same reports.
// The message of a constraint completes "… was expected".
const whole = v.integer('a whole number');
const time = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/, 'a time in ISO 8601'),
);
const text = v.pipe(v.string(), v.minLength(1, 'a text that is not empty'));
const number = v.pipe(v.number(), whole, v.minValue(0, 'a number from 0'));
const pid = v.pipe(v.number(), whole, v.minValue(1, 'a process id'));
const octal = v.pipe(v.string(), v.regex(/^[0-7]{3,7}$/, 'octal permission bits'));
const owner = v.pipe(v.string(), v.regex(/^\d+:\d+$/, 'a user and a group, uid:gid'));
const names = v.array(text);
const probe = v.picklist(['registry', 'tree', 'command', 'tmux', 'processes']);
const entry = v.picklist([
  'file',
  'directory',
  'symlink',
  'socket',
  'other',
  'record',
  'audit-log',
  'agent-session',
  'tmux-session',
  'process',
  'line',
]);

const detail = v.looseObject({
  appendedLines: v.exactOptional(number),
  appendedBytes: v.exactOptional(number),
  sameBytes: v.exactOptional(v.boolean()),
  replaced: v.exactOptional(v.boolean()),
  emptied: v.exactOptional(v.boolean()),
  liveMoved: v.exactOptional(v.boolean()),
  contentUnknown: v.exactOptional(text),
  differs: v.exactOptional(names),
  size: v.exactOptional(v.strictObject({ before: number, after: number })),
  target: v.exactOptional(v.strictObject({ before: v.string(), after: v.string() })),
  owner: v.exactOptional(v.strictObject({ before: owner, after: owner })),
  mode: v.exactOptional(v.strictObject({ before: octal, after: octal })),
  type: v.exactOptional(v.strictObject({ before: entry, after: entry })),
  entries: v.exactOptional(number),
  pid: v.exactOptional(pid),
  ageMs: v.exactOptional(v.pipe(v.number(), v.minValue(0, 'a number from 0'))),
  pathBase64: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'base64'))),
  parentChangedAt: v.exactOptional(time),
});

const findings = v.array(
  v.strictObject({
    change: v.picklist(['added', 'modified', 'removed']),
    entry,
    path: text,
    probe,
    reason: text,
    by: v.picklist(['run', 'others', 'unknown']),
    agentSession: v.nullable(v.string()),
    prompt: v.nullable(v.string()),
    at: v.nullable(time),
    late: v.boolean(),
    attribution: v.nullable(v.picklist(['only', 'candidates', 'outside'])),
    tests: names,
    detail,
  }),
);

/** What a report must look like to be read. */
export const reportShape: v.GenericSchema<unknown, Verdict> = v.pipe(
  v.strictObject({
    schema: v.literal('mam-guard/1'),
    verdict: v.picklist(['clean', 'leaks', 'incomplete']),
    mode: v.picklist(['observe', 'contain', 'read-only']),
    command: v.array(v.string()),
    exitCode: v.nullable(number),
    signal: v.nullable(v.pipe(v.string(), v.regex(/^SIG[A-Z0-9+-]+$/, 'the name of a signal'))),
    startedAt: time,
    endedAt: time,
    binding: v.strictObject({
      recorded: v.record(
        v.picklist(['WORKSPACE_ROOT', 'AGENT_SESSIONS_YAML', 'MAM_JOBS_DIR', 'DELEGATE_JOB_LOGS_DIR']),
        v.string(),
      ),
      dropped: names,
      pinned: names,
    }),
    watched: v.array(v.strictObject({ probe, path: text, entries: number })),
    leaks: findings,
    suspects: findings,
    excused: findings,
    ignored: number,
    notCovered: v.array(v.strictObject({ path: text, reason: text })),
    survivors: v.array(v.strictObject({ pid, name: v.string(), ended: v.boolean() })),
  }),
  v.partialCheck(
    [['verdict'], ['leaks']],
    ({ verdict, leaks }) => verdict !== 'clean' || leaks.length === 0,
    'it is clean and has leaks',
  ),
);
