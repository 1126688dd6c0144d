import type { Verdict } from '@mam/state-guard';
import { expect, test } from 'vitest';
import { EVERYTHING, finding, treeFinding, verdictOf } from '../testing/verdicts.ts';
import { formatText, type TextOptions } from './format.ts';

const text = (verdict: Partial<Verdict>, options: Partial<TextOptions> = {}): string =>
  formatText(verdictOf(verdict), { color: false, ...options });

const BINDING = {
  recorded: { WORKSPACE_ROOT: '/live' },
  dropped: ['WORKSPACE_ROOT', 'TMUX'],
  pinned: ['WORKSPACE_ROOT', 'TMUX_TMPDIR'],
};
const EXCUSED = [
  treeFinding({ path: '/live/a', reason: 'made outside the run' }),
  treeFinding({ path: '/live/b', reason: 'accepted until 2027-01-01: known' }),
  treeFinding({ path: '/live/c', reason: 'made outside the run' }),
];

test('a clean verdict is one line', () => {
  expect(text({})).toMatchInlineSnapshot(`
    "mam: clean, 1 place watched, 812 entries; pytest -q exited with 0 (observe, 2.4 s)
    "
  `);
});

test('a clean verdict with something to add is two lines', () => {
  const verdict = {
    binding: BINDING,
    excused: EXCUSED,
    ignored: 1,
    survivors: [{ pid: 7, name: 'sleep', ended: true }],
  };
  expect(text(verdict)).toMatchInlineSnapshot(`
    "mam: clean, 1 place watched, 812 entries; pytest -q exited with 0 (observe, 2.4 s)
    mam: 3 excused: 2 × made outside the run, 1 × accepted until 2027-01-01: known; 1 change ignored by patterns; dropped from the environment: WORKSPACE_ROOT, TMUX; pinned to the sandbox: WORKSPACE_ROOT, TMUX_TMPDIR; 1 process outlived the command: sleep (pid 7, ended during the wait)
    "
  `);
});

test('the leak of the seed: count, path, reason, agent session, prompt, and what to do', () => {
  const leaks = [
    finding({ agentSession: null, prompt: 'issue 15' }),
    finding({
      entry: 'audit-log',
      path: '/live/.mam/delegate_job_logs/b2',
      reason: 'audit log without a record',
      agentSession: 'herdr:issue15-probe',
      prompt: 'say "hi"\nand go',
    }),
  ];
  expect(text({ verdict: 'leaks', leaks, binding: BINDING })).toMatchInlineSnapshot(`
    "mam: 2 leaks; pytest -q exited with 0 (observe, 2.4 s)

      added record /live/.mam/jobs/a1.json
        reason         no agent_session
        agent session  none
        prompt         "issue 15"
        when           2026-03-04T05:06:07.890Z
        whose          not known

      added audit-log /live/.mam/delegate_job_logs/b2
        reason         audit log without a record
        agent session  "herdr:issue15-probe"
        prompt         "say \\"hi\\"\\nand go"
        when           2026-03-04T05:06:07.890Z
        whose          not known

    left in place; check and remove by hand

    1 place watched, 812 entries
    dropped from the environment: WORKSPACE_ROOT, TMUX
    pinned to the sandbox: WORKSPACE_ROOT, TMUX_TMPDIR
    "
  `);
});

test('the likely route ends each leak', () => {
  const leaks = [finding(), treeFinding()];
  const route = ({ probe }: { probe: string }) => (probe === 'registry' ? 'MAM_JOBS_DIR=/live/.mam/jobs' : null);
  expect(text({ verdict: 'leaks', leaks }, { route })).toMatchInlineSnapshot(`
    "mam: 2 leaks; pytest -q exited with 0 (observe, 2.4 s)

      added record /live/.mam/jobs/a1.json
        reason         no agent_session
        agent session  none
        prompt         "issue 15"
        when           2026-03-04T05:06:07.890Z
        whose          not known
        likely route   MAM_JOBS_DIR=/live/.mam/jobs

      modified file /live/config.yaml
        reason         changed in a watched tree
        when           2026-03-04T05:06:07.890Z
        whose          not known

    left in place; check and remove by hand; what was modified or removed is not restored

    1 place watched, 812 entries
    "
  `);
});

test('everything there is to say', () => {
  expect(formatText(EVERYTHING, { color: false, listExcused: true, width: 100 })).toMatchInlineSnapshot(`
    "mam: 5 leaks, 1 suspect, 1 not covered; pytest -q 'it'\\''s' was ended by SIGKILL (contain, 2.4 s)

      added record /live/.mam/jobs/a1.json
        reason         agent_session names no registered agent session
        agent session  "herdr:ghost"
        prompt         "issue 15"
        detail         type symlink -> file, replaced by another, 1 line appended (29 bytes), same bytes
                       rewritten, content not known: EACCES, link target a -> b, owner 0:0 -> 1000:1000,
                       mode 0600 -> 0644, 8 entries came with it, every entry went; the root itself is a
                       mount point and stayed, the live one changed meanwhile too, pid 4321, 1.5 s old,
                       its directory last changed at 2026-03-04T05:06:07.000Z, path in base64
                       L2xpdmUv/w==, sockets 2, from a probe "yes"
        when           2026-03-04T05:06:07.890Z, while one of a.spec.ts › first, b.spec.ts › second ran,
                       late: after the command had ended
        whose          not known

      modified file /live/config.yaml
        reason         changed in a watched tree
        detail         1 line appended
        when           2026-03-04T05:06:07.890Z
        whose          the run's, captured

      removed directory /live/profiles
        reason         changed in a watched tree
        detail         8 entries went with it
        when           2026-03-04T05:06:07.890Z
        whose          the run's, captured

      added line command:crontab#@daily fixture-job
        reason         a new line of a watched command
        when           outside any test
        whose          not known

      added process process:sleep
        reason         outlived the run
        detail         pid 77, 1.2 s old
        when           2026-03-04T05:06:07.890Z, while a.spec.ts › first ran
        whose          the run's

    3 of them left in place; check and remove by hand
    2 of them captured; never reached the live directory

    1 suspect, explained only by doubtful evidence; no failure without --strict:

      added agent-session /live/.mam/agent-sessions.yaml#new
        reason         appeared during the run
        agent session  "new"
        when           2026-03-04T05:06:07.890Z
        whose          not known

    3 excused:

      modified file /live/config.yaml
        reason         made outside the run
        when           2026-03-04T05:06:07.890Z
        whose          others', not the run's

      modified file /live/known
        reason         accepted until 2027-01-01: known
        when           2026-03-04T05:06:07.890Z
        whose          not known

      modified file /live/log
        reason         made outside the run
        when           2026-03-04T05:06:07.890Z
        whose          others', not the run's

    1 not covered; a leak there would not be seen:
      /live/secret: EACCES

    5 places watched, 824 entries
    3 excused: 2 × made outside the run, 1 × accepted until 2027-01-01: known
    12 changes ignored by patterns
    dropped from the environment: WORKSPACE_ROOT, MAM_JOBS_DIR, TMUX
    pinned to the sandbox: WORKSPACE_ROOT, MAM_JOBS_DIR, TMUX_TMPDIR
    2 processes outlived the command: sleep (pid 12, ended during the wait), tmux: server (pid 13, still
    running)
    "
  `);
});

test('what the run did under containment was captured, not left in place', () => {
  const leaks = [treeFinding({ by: 'run' }), finding({ by: 'run' })];
  expect(text({ verdict: 'leaks', mode: 'contain', leaks })).toMatchInlineSnapshot(`
    "mam: 2 leaks; pytest -q exited with 0 (contain, 2.4 s)

      modified file /live/config.yaml
        reason         changed in a watched tree
        when           2026-03-04T05:06:07.890Z
        whose          the run's, captured

      added record /live/.mam/jobs/a1.json
        reason         no agent_session
        agent session  none
        prompt         "issue 15"
        when           2026-03-04T05:06:07.890Z
        whose          the run's, captured

    captured; never reached the live directory

    1 place watched, 812 entries
    "
  `);
});

test('a clean verdict shows its suspects', () => {
  expect(text({ suspects: [finding({ reason: 'only a new agent session explains it' })] })).toMatchInlineSnapshot(`
    "mam: clean, 1 place watched, 812 entries, 1 suspect; pytest -q exited with 0 (observe, 2.4 s)

    1 suspect, explained only by doubtful evidence; no failure without --strict:

      added record /live/.mam/jobs/a1.json
        reason         only a new agent session explains it
        agent session  none
        prompt         "issue 15"
        when           2026-03-04T05:06:07.890Z
        whose          not known

    1 place watched, 812 entries
    "
  `);
});

test('incomplete', () => {
  const notCovered = [
    { path: '/live/secret', reason: 'EACCES' },
    { path: 'command:crontab', reason: 'it ended with status 1' },
  ];
  expect(text({ verdict: 'incomplete', notCovered })).toMatchInlineSnapshot(`
    "mam: incomplete, 2 not covered; pytest -q exited with 0 (observe, 2.4 s)

    2 not covered; a leak there would not be seen:
      /live/secret: EACCES
      command:crontab: it ended with status 1

    1 place watched, 812 entries
    "
  `);
});

test('how the command ended', () => {
  const endings = [{ exitCode: 3 }, { exitCode: null, signal: 'SIGKILL' }, { exitCode: null }, { command: [] }];
  const long = { command: ['node', 'x'.repeat(100)] };
  const times = { startedAt: 'never', endedAt: 'never' };
  expect([...endings, long, times].map((each) => text(each))).toMatchInlineSnapshot(`
    [
      "mam: clean, 1 place watched, 812 entries; pytest -q exited with 3 (observe, 2.4 s)
    ",
      "mam: clean, 1 place watched, 812 entries; pytest -q was ended by SIGKILL (observe, 2.4 s)
    ",
      "mam: clean, 1 place watched, 812 entries; pytest -q left no exit code (observe, 2.4 s)
    ",
      "mam: clean, 1 place watched, 812 entries (observe, 2.4 s)
    ",
      "mam: clean, 1 place watched, 812 entries; node xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… exited with 0 (observe, 2.4 s)
    ",
      "mam: clean, 1 place watched, 812 entries; pytest -q exited with 0 (observe)
    ",
    ]
  `);
});
