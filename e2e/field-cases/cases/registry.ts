import { added, type FieldCase } from '../field-case.ts';
import { until } from '../meeting.ts';

/** A pane bound to a live control plane, in which `planner` works. */
export const BOUND = `
  export WORKSPACE_ROOT="$T/live" MAM_JOBS_DIR="$PLANE/jobs" DELEGATE_JOB_LOGS_DIR="$PLANE/delegate_job_logs"
  export AGENT_SESSIONS_YAML="$PLANE/agent-sessions.yaml"
  mkdir -p "$MAM_JOBS_DIR" "$DELEGATE_JOB_LOGS_DIR"
  printf 'herdr_sessions:\\n- name: planner\\n  mcp_attachments:\\n  - name: inner\\n' > "$AGENT_SESSIONS_YAML"`;

export const BINDING: readonly string[] = [
  'WORKSPACE_ROOT',
  'MAM_JOBS_DIR',
  'DELEGATE_JOB_LOGS_DIR',
  'AGENT_SESSIONS_YAML',
];

/** The registry rule on the plane that the ambient binding named. */
export const REGISTRY: readonly FieldCase[] = [
  {
    id: 'R1',
    fault: 'a suite writes a job by a literal path into the registry that the dropped binding named',
    before: BOUND,
    run: `echo '{"prompt":"from a test"}' > "$PLANE/jobs/stray.json"`,
    expect: {
      leaks: [added('record', '$PLANE/jobs/stray.json', { reason: 'no agent_session' })],
      dropped: BINDING,
    },
  },
  {
    id: 'R2',
    fault: 'a live delegation goes on while a clean suite runs',
    before: BOUND,
    live: `
      ${until('started')}
      echo '{"agent_session":"herdr:planner","prompt":"real"}' | tee "$T/record" > "$PLANE/jobs/real.json"
      mkdir "$PLANE/delegate_job_logs/real"
      echo '{"agent_session":"herdr:planner"}' | tee "$T/meta" > "$PLANE/delegate_job_logs/real/meta.json"
      touch "$T/delegated"`,
    liveWrites: { '$PLANE/jobs/real.json': '$T/record', '$PLANE/delegate_job_logs/real/meta.json': '$T/meta' },
    run: `touch "$T/started"; ${until('delegated')}`,
    expect: {
      leaks: [],
      excused: [
        added('record', '$PLANE/jobs/real.json', { reason: 'planner' }),
        added('audit-log', '$PLANE/delegate_job_logs/real', { reason: 'planner' }),
      ],
      dropped: BINDING,
    },
  },
  {
    id: 'R4',
    fault: 'a suite that looks up the registry by the variables lands in the pinned sandbox',
    before: BOUND,
    run: `
      jobs="\${MAM_JOBS_DIR:-\${WORKSPACE_ROOT:-.}/.mam/jobs}"; mkdir -p "$jobs"; echo '{}' > "$jobs/mine.json"`,
    expect: { leaks: [], dropped: BINDING },
  },
];
