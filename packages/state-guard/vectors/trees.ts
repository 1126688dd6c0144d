import type { Binding } from '@mam/registry-paths';
import type { Case, Step } from './model.ts';

/** A sessions file as a program writes it. */
export function sessions(path: string, ...names: string[]): Step {
  const items = names.map(
    (name) => `- name: ${name}\n  agent: claude\n  mcp_attachments:\n  - name: nested-of-${name}\n`,
  );
  return ['file', path, `herdr_sessions:${items.length === 0 ? ' []\n' : `\n${items.join('')}`}`];
}

/** A record, or a `meta.json`. */
export function json(path: string, value: unknown): Step {
  return ['file', path, JSON.stringify(value)];
}

/** A control plane with one agent session, an old record and its log. */
export function plane(root: string, session: string): Step[] {
  return [
    sessions(`${root}/agent-sessions.yaml`, session),
    json(`${root}/jobs/old.json`, { agent_session: `herdr:${session}`, prompt: 'old' }),
    json(`${root}/delegate_job_logs/old/meta.json`, {}),
  ];
}

/** The binding that a pane of the live workspace carries. */
export const LIVE: Binding = {
  WORKSPACE_ROOT: '$T/live',
  AGENT_SESSIONS_YAML: '$T/live/.mam/agent-sessions.yaml',
  MAM_JOBS_DIR: '$T/live/.mam/jobs',
  DELEGATE_JOB_LOGS_DIR: '$T/live/.mam/delegate_job_logs',
};

/** A case in the checkout `repo`, beside a live workspace with the agent session `planner`, bound to it. */
export function live(id: string, during: Step[], more: Partial<Case> & { also?: Step[] } = {}): Case {
  const { also = [], ...rest } = more;
  const before: Step[] = [['dir', 'repo'], ...plane('live/.mam', 'planner'), ...also];
  return { id, repo: 'repo', cwd: 'repo', recorded: LIVE, before, during, ...rest };
}
