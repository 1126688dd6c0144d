import {
  attribute,
  type GuardMode,
  joinRegistry,
  judge,
  type Observation,
  type ProbeName,
  sessionNames,
  type Verdict,
} from '@mam/state-guard';
import { findHolders } from '../holders/find-holders.ts';
import { type Marks, readMarks } from '../marks/read-marks.ts';
import type { ProbeResult } from '../probes/probe.ts';
import type { CommandExit } from '../run/exit.ts';
import { type AcceptedPath, acceptedEvidence, dayOf } from './accepted.ts';
import type { SessionPlan } from './plan.ts';
import { registryPlaces } from './registry-places.ts';
import type { SettledComparison } from './settle-and-compare.ts';

export interface VerdictParts extends SettledComparison {
  plan: Pick<SessionPlan, 'ambient' | 'cwd' | 'roots'>;
  mode: GuardMode;
  strict: boolean;
  pinned: string[];
  command: string[];
  exit: CommandExit;
  startedAt: Date;
  /** Sessions files of the run's own sandboxes: what stands in them is the run's. */
  ledgers: readonly string[];
  /** Null when no marks are kept. */
  marksFile: string | null;
  /** Paths whose content changed while nothing ran. */
  idle: ReadonlySet<string>;
  accept?: readonly AcceptedPath[] | undefined;
}

/** Judges what the probes saw, and writes it up as the report `mam-guard/1`. */
export function assembleVerdict(parts: VerdictParts): { verdict: Verdict; notes: string[] } {
  const { plan, exit, results } = parts;
  const marks = parts.marksFile === null ? { windows: [], problems: [] } : readMarks(parts.marksFile);
  const accept = acceptedEvidence(parts.accept ?? []);
  const observations = markLate(parts, joined(plan, results));
  const judged = judge(observations, {
    sessions: joinSessions(results),
    ownSessions: new Set([
      ...parts.ledgers.flatMap((file) => [...sessionNames(file)]),
      ...results.flatMap((result) => [...(result.ownSessions ?? [])]),
    ]),
    idle: parts.idle,
    holders: findHolders(observations, parts.startedAt.getTime()),
    accepted: accept.accepted,
    today: dayOf(new Date()),
  });
  const notCovered = results.flatMap((result) => result.notCovered);
  const named = (findings: Verdict['leaks']) => attributed(findings, marks);
  const leaks = named(judged.leaks);
  const suspects = named(judged.suspects);
  const leaked = leaks.length > 0 || (parts.strict && suspects.length > 0);
  const verdict: Verdict = {
    schema: 'mam-guard/1',
    verdict: leaked ? 'leaks' : notCovered.length > 0 ? 'incomplete' : 'clean',
    mode: parts.mode,
    command: parts.command,
    exitCode: exit.exitCode,
    signal: exit.signal,
    startedAt: parts.startedAt.toISOString(),
    endedAt: new Date().toISOString(),
    binding: { recorded: { ...plan.ambient.recorded }, dropped: plan.ambient.dropped, pinned: parts.pinned },
    watched: results.flatMap((result) => result.watched),
    leaks,
    suspects,
    excused: named(judged.excused),
    ignored: results.reduce((sum, result) => sum + result.ignored, 0),
    notCovered,
    survivors: parts.survivors,
  };
  const notes = [...marks.problems, ...results.flatMap((result) => result.notes ?? [])];
  return { verdict, notes: [...notes, ...accept.unusedNotes(judged.unusedAccepts)] };
}

function attributed(findings: Verdict['leaks'], { windows }: Marks): Verdict['leaks'] {
  return windows.length === 0 ? findings : attribute(findings, windows);
}

/** Every observation once: what trees saw of the registry is the registry's. */
function joined(plan: VerdictParts['plan'], results: readonly ProbeResult[]): Observation[] {
  const all = results.flatMap((result) => result.observations);
  // What a containment layer caught is named already, and no look at the live directories saw it.
  const caught = all.filter(({ by }) => by === 'run');
  const looked = all.filter(({ by }) => by !== 'run');
  const of = (name: ProbeName) => looked.filter(({ probe }) => probe === name);
  const rest = looked.filter(({ probe }) => probe !== 'tree' && probe !== 'registry');
  return [...caught, ...joinRegistry(of('tree'), of('registry'), registryPlaces(plan)), ...rest];
}

/** Marks as late what was not there when the command ended. */
function markLate({ plan, atExit }: VerdictParts, now: readonly Observation[]): readonly Observation[] {
  if (atExit === null) return now;
  const before = new Set(joined(plan, atExit).map(observationKey));
  return now.map((observation) => ({ ...observation, late: !before.has(observationKey(observation)) }));
}

// A file that was already found at the command's end and was written again since is late too: its time moved. The time of
// a process is worked out from its age, and differs by a little from look to look; its id does not.
function observationKey({ probe, change, entry, path, at, detail }: Observation): string {
  return JSON.stringify([probe, change, entry, path, entry === 'process' ? detail?.pid : at]);
}

function joinSessions(results: readonly ProbeResult[]): { before: Set<string>; now: Set<string> } {
  const before = new Set<string>();
  const now = new Set<string>();
  for (const { sessions } of results) {
    for (const name of sessions?.before ?? []) before.add(name);
    for (const name of sessions?.now ?? []) now.add(name);
  }
  return { before, now };
}
