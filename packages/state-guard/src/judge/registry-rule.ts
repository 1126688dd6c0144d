import { quoteText } from '../bytes/quote.ts';
import type { JobFacts, Observation } from '../model.ts';
import { bareSession } from '../sessions/bare-session.ts';
import type { Evidence, Opinion } from './evidence.ts';

/** What the evidence knows of a session that a job names. */
type Standing = 'none' | 'registered' | 'new' | 'own';

/** Judges a record or an audit log: is there a live delegation that explains it? */
export function judgeJob(observation: Observation, evidence: Evidence): Opinion {
  const job = observation.job ?? { hasRecord: false, problem: null, agentSession: null, prompt: null };
  if (observation.change === 'removed') return judgeRemoved(observation, job, evidence);
  const unexplained = whyUnexplained(observation, job, evidence);
  if (unexplained !== null) return { kind: 'leak', reason: unexplained };
  const session = quoteText(job.agentSession);
  if (observation.by === 'run') {
    return { kind: 'leak', reason: `made by the run, for the registered agent session ${session}` };
  }
  switch (standingOf(job, evidence)) {
    case 'own':
      return { kind: 'leak', reason: `its agent session ${session} is one of this run's own` };
    case 'new':
      return { kind: 'suspect', reason: `its agent session ${session} appeared during the run` };
    default:
      return { kind: 'excused', reason: `a live delegation to the registered agent session ${session}` };
  }
}

/** Judges an agent session that came to a sessions file or went from it. */
export function judgeSession({ change, by, session = '' }: Observation, { ownSessions }: Evidence): Opinion {
  const did = change === 'removed' ? 'removed' : change === 'added' ? 'registered' : 'changed';
  if (by === 'run') return { kind: 'leak', reason: `an agent session ${did} by the run` };
  if (change === 'added' && ownSessions?.has(session)) {
    return { kind: 'leak', reason: "an agent session of this run's own, registered in a live sessions file" };
  }
  const where = by === 'others' ? 'outside the run, which may have driven a live server' : 'during the run';
  return { kind: 'suspect', reason: `an agent session ${did} ${where}` };
}

/** The reason why no live delegation explains a job; null when one does. */
function whyUnexplained(observation: Observation, job: JobFacts, evidence: Evidence): string | null {
  if (observation.entry === 'audit-log' && !job.hasRecord) return 'audit log without a registry record';
  if (job.problem !== null) return job.problem;
  if (!job.agentSession) return 'no agent_session';
  return standingOf(job, evidence) === 'none' ? 'agent_session names no registered session' : null;
}

function judgeRemoved({ by, entry }: Observation, job: JobFacts, evidence: Evidence): Opinion {
  if (by === 'run') return { kind: 'leak', reason: 'removed by the run' };
  if (!job.agentSession) {
    return {
      kind: 'suspect',
      reason: `removed, and no ${entry === 'record' ? 'audit log' : 'record'} tells whose it was`,
    };
  }
  const session = quoteText(job.agentSession);
  switch (standingOf(job, evidence)) {
    case 'registered':
      return { kind: 'excused', reason: `removed; its agent session ${session} is registered` };
    case 'own':
      return { kind: 'leak', reason: `removed; its agent session ${session} is one of this run's own` };
    case 'new':
      return { kind: 'suspect', reason: `removed; its agent session ${session} appeared during the run` };
    default:
      return { kind: 'suspect', reason: `removed; its agent session ${session} is not registered` };
  }
}

/** A session counts as it stands at the verdict; whether it stood at the baseline tells how far it explains anything. */
export function standingOf({ agentSession }: JobFacts, { sessions, ownSessions }: Evidence): Standing {
  const bare = bareSession(agentSession ?? '');
  if (!sessions.now.has(bare)) return 'none';
  if (sessions.before.has(bare)) return 'registered';
  return ownSessions?.has(bare) ? 'own' : 'new';
}
