import { quoteText } from '../bytes/quote.ts';
import type { Observation } from '../model.ts';
import { isContentOnly, judgeChange } from './change-rule.ts';
import type { Evidence, Opinion } from './evidence.ts';
import { standingOf } from './registry-rule.ts';

/**
 * Judges a record that was written again, or a change inside an audit log that stays. A live delegation adds to the audit log
 * of its job: that is excused where the agent session is registered. It may also write its record again: then who did it is
 * doubtful.
 */
export function judgeRegistryContent(observation: Observation, evidence: Evidence): Opinion {
  const opinion = judgeChange(observation, evidence);
  const { job, by, change, entry, detail } = observation;
  if (opinion.kind !== 'leak' || by !== 'unknown' || job === undefined) return opinion;
  if (standingOf(job, evidence) !== 'registered') return opinion;
  const session = quoteText(job.agentSession);
  const appended = detail?.appendedLines !== undefined && isContentOnly(observation);
  const adds = entry !== 'record' && (change === 'added' || appended);
  return adds
    ? { kind: 'excused', reason: `${opinion.reason}, by a live delegation to the registered agent session ${session}` }
    : {
        kind: 'suspect',
        reason: `${opinion.reason}; a live delegation to the agent session ${session} may have done it`,
      };
}
