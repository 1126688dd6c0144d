import type { ChangeDetail, Finding, NotCovered, Survivor, Verdict, Watched } from '@mam/state-guard';

/** A leaked record, changed as a test needs it. */
export function finding(overrides: Partial<Finding> = {}): Finding {
  return {
    change: 'added',
    entry: 'record',
    path: '/live/.mam/jobs/a1.json',
    probe: 'registry',
    reason: 'no agent_session',
    by: 'unknown',
    agentSession: null,
    prompt: 'issue 15',
    at: '2026-03-04T05:06:07.890Z',
    late: false,
    attribution: null,
    tests: [],
    detail: {},
    ...overrides,
  };
}

/** A finding of the tree probe, which knows no job. */
export function treeFinding(overrides: Partial<Finding> = {}): Finding {
  return finding({
    change: 'modified',
    entry: 'file',
    path: '/live/config.yaml',
    probe: 'tree',
    reason: 'changed in a watched tree',
    prompt: null,
    ...overrides,
  });
}

/** A clean verdict, changed as a test needs it. */
export function verdictOf(overrides: Partial<Verdict> = {}): Verdict {
  return {
    schema: 'mam-guard/1',
    verdict: 'clean',
    mode: 'observe',
    command: ['pytest', '-q'],
    exitCode: 0,
    signal: null,
    startedAt: '2026-03-04T05:06:06.000Z',
    endedAt: '2026-03-04T05:06:08.400Z',
    binding: { recorded: {}, dropped: [], pinned: [] },
    watched: [{ probe: 'registry', path: '/live/.mam/jobs', entries: 812 }],
    leaks: [],
    suspects: [],
    excused: [],
    ignored: 0,
    notCovered: [],
    survivors: [],
    ...overrides,
  };
}

/** Every field of a detail that the model names. */
type EveryDetail = Required<{ [Key in keyof ChangeDetail as string extends Key ? never : Key]: ChangeDetail[Key] }>;

// Spelled out and `Required`, so that a field added to the model does not compile until it stands here, and with it in
// the schema and in the shape.
const everyDetail: EveryDetail = {
  appendedLines: 1,
  appendedBytes: 29,
  sameBytes: true,
  replaced: true,
  emptied: true,
  liveMoved: true,
  contentUnknown: 'EACCES',
  differs: ['content', 'mode', 'owner', 'type', 'target', 'size', 'stamps'],
  size: { before: 5, after: 34 },
  target: { before: 'a', after: 'b' },
  owner: { before: '0:0', after: '1000:1000' },
  mode: { before: '0600', after: '0644' },
  type: { before: 'symlink', after: 'file' },
  entries: 8,
  pid: 4321,
  ageMs: 1500,
  pathBase64: 'L2xpdmUv/w==',
  parentChangedAt: '2026-03-04T05:06:07.000Z',
};

const everyFact: Required<Finding> = {
  change: 'added',
  entry: 'record',
  path: '/live/.mam/jobs/a1.json',
  probe: 'registry',
  reason: 'agent_session names no registered agent session',
  by: 'unknown',
  agentSession: 'herdr:ghost',
  prompt: 'issue 15',
  at: '2026-03-04T05:06:07.890Z',
  late: true,
  attribution: 'candidates',
  tests: ['a.spec.ts › first', 'b.spec.ts › second'],
  detail: { ...everyDetail, sockets: 2, 'from a probe': 'yes' },
};

const survivors: Required<Survivor>[] = [
  { pid: 12, name: 'sleep', ended: true },
  { pid: 13, name: 'tmux: server', ended: false },
];
const watched: Required<Watched>[] = [
  { probe: 'registry', path: '/live/.mam/jobs', entries: 812 },
  { probe: 'tree', path: '/live', entries: 9 },
  { probe: 'command', path: 'command:crontab', entries: 1 },
  { probe: 'tmux', path: 'tmux:default', entries: 2 },
  { probe: 'processes', path: 'processes', entries: 0 },
];
const notCovered: Required<NotCovered>[] = [{ path: '/live/secret', reason: 'EACCES' }];

/** A verdict in which every field of the model stands with a value. */
export const EVERYTHING: Required<Verdict> = {
  schema: 'mam-guard/1',
  verdict: 'leaks',
  mode: 'contain',
  command: ['pytest', '-q', "it's"],
  exitCode: null,
  signal: 'SIGKILL',
  startedAt: '2026-03-04T05:06:06.000Z',
  endedAt: '2026-03-04T05:06:08.400Z',
  binding: {
    recorded: {
      WORKSPACE_ROOT: '/live',
      AGENT_SESSIONS_YAML: '/live/s.yaml',
      MAM_JOBS_DIR: '',
      DELEGATE_JOB_LOGS_DIR: 'x',
    },
    dropped: ['WORKSPACE_ROOT', 'MAM_JOBS_DIR', 'TMUX'],
    pinned: ['WORKSPACE_ROOT', 'MAM_JOBS_DIR', 'TMUX_TMPDIR'],
  },
  watched,
  leaks: [
    everyFact,
    treeFinding({ by: 'run', detail: { differs: ['content', 'size'], appendedLines: 1 } }),
    treeFinding({ change: 'removed', entry: 'directory', path: '/live/profiles', by: 'run', detail: { entries: 8 } }),
    treeFinding({
      change: 'added',
      entry: 'line',
      path: 'command:crontab#@daily fixture-job',
      probe: 'command',
      reason: 'a new line of a watched command',
      at: null,
      attribution: 'outside',
    }),
    treeFinding({
      change: 'added',
      entry: 'process',
      path: 'process:sleep',
      probe: 'processes',
      reason: 'outlived the run',
      by: 'run',
      attribution: 'only',
      tests: ['a.spec.ts › first'],
      detail: { pid: 77, ageMs: 1234 },
    }),
  ],
  suspects: [
    finding({
      entry: 'agent-session',
      path: '/live/.mam/agent-sessions.yaml#new',
      reason: 'appeared during the run',
      agentSession: 'new',
      prompt: null,
    }),
  ],
  excused: [
    treeFinding({ by: 'others', reason: 'made outside the run' }),
    treeFinding({ path: '/live/known', reason: 'accepted until 2027-01-01: known' }),
    treeFinding({ path: '/live/log', by: 'others', reason: 'made outside the run' }),
  ],
  ignored: 12,
  notCovered,
  survivors,
};
