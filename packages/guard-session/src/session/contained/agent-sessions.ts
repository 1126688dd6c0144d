import { displayPath, fromText, type Observation, pathBytes, sessionNames } from '@mam/state-guard';
import type { Containment } from '../../containment/containment.ts';

/** What the run did to agent sessions, and the observations of the files that this stands for. */
export interface AgentSessionsOfRun {
  sessions: Observation[];
  files: ReadonlySet<Observation>;
}

/** Compares each sessions file that the run wrote with the live one, by the names in it. */
export function agentSessionsOfRun(
  containment: Containment,
  sessionsFiles: readonly string[],
  observations: readonly Observation[],
): AgentSessionsOfRun {
  const sessions: Observation[] = [];
  const files = new Set<Observation>();
  for (const file of sessionsFiles) {
    const written = observations.find((observation) => pathBytes(observation) === fromText(file));
    const view = containment.viewPath(file);
    if (written === undefined || view === null) continue;
    const found = compareNames(file, written, sessionNames(file), sessionNames(view));
    if (found.length > 0) files.add(written);
    sessions.push(...found);
  }
  return { sessions, files };
}

function compareNames(
  file: string,
  written: Observation,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): Observation[] {
  const observe = (change: 'added' | 'removed', session: string): Observation => {
    const { path, pathBase64 } = displayPath(fromText(`${file}#${session}`));
    const detail = pathBase64 === undefined ? {} : { pathBase64 };
    const { by, at, late } = written;
    return { change, entry: 'agent-session', path, probe: 'registry', by, at, late, session, detail };
  };
  return [
    ...[...after].filter((name) => !before.has(name)).map((name) => observe('added', name)),
    ...[...before].filter((name) => !after.has(name)).map((name) => observe('removed', name)),
  ];
}
