import { added, type Expected, type FieldCase, removed } from '../field-case.ts';
import { until } from '../meeting.ts';
import { BINDING, BOUND } from './registry.ts';

const JOB = '{"agent_session":"herdr:planner","prompt":"x"}';

/** A session that appears together with a job of it. */
const together = (why: string): readonly Expected[] => [
  added('agent-session', '$PLANE/agent-sessions.yaml#ghost', { reason: 'an agent session registered' }),
  added('record', '$PLANE/jobs/g.json', { reason: why }),
];
const DOUBTFUL = together('"herdr:ghost" appeared during the run');
const PROVEN = together('agent_session names no registered session');

/** The registry rule where a binding is unusual or the evidence doubtful. */
export const REGISTRY_RULE: readonly FieldCase[] = [
  {
    id: 'R-together',
    fault: 'a test leaks an agent session and a job of it together, so that each explains the other',
    before: BOUND,
    run: `
      echo '- name: ghost' >> "$PLANE/agent-sessions.yaml"
      echo '{"agent_session":"herdr:ghost"}' > "$PLANE/jobs/g.json"`,
    expect: { observe: { leaks: [], suspects: DOUBTFUL }, contain: { leaks: PROVEN } },
  },
  {
    id: 'R-strict',
    fault: 'under --strict doubtful evidence is not enough',
    before: BOUND,
    flags: ['--strict'],
    run: `
      echo '- name: ghost' >> "$PLANE/agent-sessions.yaml"
      echo '{"agent_session":"herdr:ghost"}' > "$PLANE/jobs/g.json"`,
    expect: { observe: { leaks: [], suspects: DOUBTFUL, status: 3 }, contain: { leaks: PROVEN } },
  },
  {
    id: 'R-removed',
    fault: 'records go while the suite runs: one of a registered session, one that nobody can tell',
    before: `${BOUND}
      echo '${JOB}' > "$PLANE/jobs/known.json"; mkdir "$PLANE/delegate_job_logs/known"
      echo '${JOB}' > "$PLANE/delegate_job_logs/known/meta.json"; echo '${JOB}' > "$PLANE/jobs/unknown.json"`,
    run: `rm "$PLANE/jobs/known.json" "$PLANE/jobs/unknown.json"`,
    expect: {
      observe: {
        leaks: [],
        suspects: [removed('record', '$PLANE/jobs/unknown.json', { reason: 'no audit log tells whose it was' })],
        excused: [removed('record', '$PLANE/jobs/known.json', { reason: 'planner' })],
      },
      contain: {
        leaks: [
          removed('record', '$PLANE/jobs/known.json', { reason: 'removed by the run' }),
          removed('record', '$PLANE/jobs/unknown.json', { reason: 'removed by the run' }),
        ],
      },
    },
  },
  {
    id: 'R-log',
    fault: 'a log without a record, and a record that no JSON reader understands',
    before: BOUND,
    run: `
      mkdir "$PLANE/delegate_job_logs/lone"; echo '${JOB}' > "$PLANE/delegate_job_logs/lone/meta.json"
      echo '{"agent_session":' > "$PLANE/jobs/torn.json"; echo '{"agent_session":7}' > "$PLANE/jobs/number.json"`,
    expect: {
      leaks: [
        added('audit-log', '$PLANE/delegate_job_logs/lone', { reason: 'audit log without a registry record' }),
        added('record', '$PLANE/jobs/torn.json'),
        added('record', '$PLANE/jobs/number.json', { reason: 'agent_session' }),
      ],
    },
  },
  {
    id: 'R-nested-name',
    fault: 'a name in a nested list of the sessions file is no agent session',
    before: BOUND,
    run: `echo '{"agent_session":"herdr:inner"}' > "$PLANE/jobs/inner.json"`,
    expect: {
      leaks: [added('record', '$PLANE/jobs/inner.json', { reason: 'agent_session names no registered session' })],
    },
  },
  {
    id: 'R-two-planes',
    fault:
      'the workspace names one control plane and the registry another: each is watched, and a session of either counts',
    before: `${BOUND}
      mkdir -p "$T/second/.mam/jobs" "$T/second/.mam/delegate_job_logs"; export MAM_JOBS_DIR="$T/second/.mam/jobs"
      unset DELEGATE_JOB_LOGS_DIR`,
    alsoLive: ['$T/second'],
    liveWrites: { '$T/second/.mam/jobs/real.json': '$T/record' },
    live: `
      ${until('started')}
      echo '${JOB}' | tee "$T/record" > "$T/second/.mam/jobs/real.json"; touch "$T/delegated"`,
    run: `
      touch "$T/started"; ${until('delegated')}
      echo '{}' > "$PLANE/jobs/a.json"; echo '{}' > "$T/second/.mam/jobs/b.json"; mkdir "$T/second/.mam/delegate_job_logs/c"`,
    expect: {
      leaks: [
        added('record', '$PLANE/jobs/a.json', { reason: 'no agent_session' }),
        added('record', '$T/second/.mam/jobs/b.json', { reason: 'no agent_session' }),
        added('audit-log', '$T/second/.mam/delegate_job_logs/c', { reason: 'audit log without a registry record' }),
      ],
      excused: [added('record', '$T/second/.mam/jobs/real.json', { reason: 'planner' })],
      dropped: ['WORKSPACE_ROOT', 'MAM_JOBS_DIR', 'AGENT_SESSIONS_YAML'],
    },
  },
  {
    id: 'R-linked',
    fault: 'the registry of a control plane is a link to a shared pool',
    alsoLive: ['$T/pool'],
    before: `${BOUND}; mkdir "$T/pool"; rmdir "$PLANE/jobs"; ln -s "$T/pool" "$PLANE/jobs"`,
    run: `echo '{"prompt":"x"}' > "$T/pool/stray.json"`,
    expect: { leaks: [added('record', '$PLANE/jobs/stray.json', { reason: 'no agent_session' })] },
  },
  {
    id: 'R-outside',
    alsoLive: ['$T/elsewhere'],
    fault: 'the recorded registry lies outside of every control plane, under another name',
    before: `${BOUND}
      mkdir "$T/elsewhere/queue"; export MAM_JOBS_DIR="$T/elsewhere/queue"; unset DELEGATE_JOB_LOGS_DIR`,
    run: `echo '{"prompt":"x"}' > "$T/elsewhere/queue/j.json"`,
    expect: { leaks: [added('record', '$T/elsewhere/queue/j.json', { reason: 'no agent_session' })] },
  },
  {
    id: 'R-relative',
    alsoLive: ['$T/checkout'],
    fault: 'the recorded registry is relative to the directory that the suite was started in',
    before: `mkdir -p "$T/checkout/state/jobs"; export MAM_JOBS_DIR=state/jobs`,
    run: `cd /; echo '{"prompt":"x"}' > "$T/checkout/state/jobs/j.json"`,
    expect: {
      leaks: [added('record', '$T/checkout/state/jobs/j.json', { reason: 'no agent_session' })],
      dropped: ['MAM_JOBS_DIR'],
    },
  },
  {
    id: 'R-cwd',
    fault: 'unpinned and unbound, a suite makes a control plane where it stands',
    alsoLive: ['$T/checkout/.mam'],
    flags: ['--no-pin'],
    before: BOUND,
    run: `
      jobs="\${MAM_JOBS_DIR:-\${WORKSPACE_ROOT:-.}/.mam/jobs}"; mkdir -p "$jobs"; echo '{}' > "$jobs/mine.json"`,
    expect: {
      leaks: [added('record', '$T/checkout/.mam/jobs/mine.json', { by: 'unknown' })],
      dropped: BINDING,
    },
  },
  {
    id: 'R-watched',
    fault: 'a control plane that is watched as a tree too: what belongs to the registry is found once',
    watch: ['$PLANE'],
    before: `${BOUND}; echo '${JOB}' > "$PLANE/jobs/old.json"`,
    run: `
      echo '{"prompt":"x"}' > "$PLANE/jobs/new.json"; echo '{"prompt":"other"}' > "$PLANE/jobs/old.json"
      echo x > "$PLANE/notes"`,
    expect: {
      leaks: [
        added('record', '$PLANE/jobs/new.json', { reason: 'no agent_session' }),
        { change: 'modified', entry: 'record', path: '$PLANE/jobs/old.json' },
        added('file', '$PLANE/notes'),
      ],
    },
  },
  {
    id: 'R-inner',
    fault: 'a suite that guards itself: the inner session knows what the outer one recorded, and both tell the leak',
    before: BOUND,
    run: `
      "$NODE" "$MAM" run --json "$T/inner.json" -- sh -c "echo '{}' > '$PLANE/jobs/stray.json'" 2> "$T/inner-said"
      echo "$?"; "$NODE" -p 'JSON.parse(fs.readFileSync(process.env.T + "/inner.json")).leaks.map((leak) => leak.reason).join()'`,
    expect: {
      leaks: [added('record', '$PLANE/jobs/stray.json', { reason: 'no agent_session' })],
      output: '3\nno agent_session',
    },
  },
];
