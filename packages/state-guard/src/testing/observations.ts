import type { JobFacts, Observation } from '../model.ts';

/** A file that came, with what is otherwise in a test's interest. */
export function seen(more: Partial<Observation> = {}): Observation {
  return { change: 'added', entry: 'file', path: '/w/f', probe: 'tree', by: 'unknown', at: null, late: false, ...more };
}

/** A record that came, of a job of an agent session. */
export function record(
  agentSession: string | null,
  more: Partial<Observation> = {},
  job: Partial<JobFacts> = {},
): Observation {
  const facts: JobFacts = { hasRecord: true, problem: null, agentSession, prompt: null, ...job };
  return seen({ entry: 'record', path: '/p/jobs/j.json', probe: 'registry', job: facts, ...more });
}

/** An agent session that came. */
export function session(name: string, more: Partial<Observation> = {}): Observation {
  return seen({
    entry: 'agent-session',
    path: `/p/agent-sessions.yaml#${name}`,
    probe: 'registry',
    session: name,
    ...more,
  });
}
