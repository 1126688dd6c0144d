import { compareBytes } from '../bytes/bytes.ts';
import { pathBytes } from '../bytes/display-path.ts';
import type { Finding, Judgement, Observation } from '../model.ts';
import { acceptance } from './acceptance.ts';
import { judgeChange } from './change-rule.ts';
import type { Accepted, Evidence, Opinion } from './evidence.ts';
import { judgeRegistryContent } from './registry-content.ts';
import { judgeJob, judgeSession } from './registry-rule.ts';

/** A judgement, and the accepted paths that met nothing. */
export interface Judged extends Judgement {
  unusedAccepts: Accepted[];
}

/** Judges every observation once: each becomes a leak, a suspect or an excused finding, sorted by the bytes of its path. */
export function judge(observations: readonly Observation[], evidence: Evidence): Judged {
  const accepts = acceptance(evidence);
  const judged: Judgement = { leaks: [], suspects: [], excused: [] };
  const places = { leak: judged.leaks, suspect: judged.suspects, excused: judged.excused };
  for (const observation of inByteOrder(observations)) {
    const { kind, reason } = accepts.apply(observation.path, inDoubt(observation, opinionOn(observation, evidence)));
    places[kind].push(finding(observation, reason));
  }
  return { ...judged, unusedAccepts: accepts.unused() };
}

/** What the run changed in its layer while the live one moved too may be the live change, seen through the layer. */
function inDoubt({ detail }: Observation, opinion: Opinion): Opinion {
  if (opinion.kind !== 'leak' || detail?.liveMoved !== true) return opinion;
  return {
    kind: 'suspect',
    reason: `${opinion.reason}; the live one changed meanwhile too, so whose it is stands in doubt`,
  };
}

function opinionOn(observation: Observation, evidence: Evidence): Opinion {
  switch (observation.entry) {
    case 'record':
    case 'audit-log':
      return observation.change === 'modified'
        ? judgeRegistryContent(observation, evidence)
        : judgeJob(observation, evidence);
    case 'agent-session':
      return judgeSession(observation, evidence);
    default:
      return observation.job ? judgeRegistryContent(observation, evidence) : judgeChange(observation, evidence);
  }
}

function finding(observation: Observation, reason: string): Finding {
  const { change, entry, path, probe, by, at, late, job, session, detail = {} } = observation;
  const agentSession = job?.agentSession ?? session ?? null;
  const prompt = job?.prompt ?? null;
  return {
    change,
    entry,
    path,
    probe,
    reason,
    by,
    agentSession,
    prompt,
    at,
    late,
    attribution: null,
    tests: [],
    detail,
  };
}

/** What has the same path stays in the order in which it came. */
function inByteOrder(observations: readonly Observation[]): Observation[] {
  return observations
    .map((observation) => ({ observation, bytes: pathBytes(observation) }))
    .sort((a, b) => compareBytes(a.bytes, b.bytes))
    .map(({ observation }) => observation);
}
