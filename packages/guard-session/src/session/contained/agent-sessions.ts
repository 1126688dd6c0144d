import { displayPath, fromText, type Observation, pathBytes, sessionNames } from '@mam/state-guard';
import type { Containment } from '../../containment/containment.ts';

/** What the run did to agent sessions, and the observations of the files that this stands for. */
export interface AgentSessionsOfRun {
  sessions: Observation[];
  files: ReadonlySet<Observation>;
}

/** The names in each sessions file, by its path. */
export type NamesByFile = Readonly<Record<string, readonly string[]>>;

/** The names in the live sessions files now. */
export function namesByFile(sessionsFiles: readonly string[]): NamesByFile {
  return Object.fromEntries(sessionsFiles.map((file) => [file, [...sessionNames(file)]]));
}

/**
 * Compares each sessions file that the run wrote, by the names in it, with the live one: as it was at the baseline for what
 * went, as it is now for what came, so that what others did meanwhile is not the run's.
 */
export function agentSessionsOfRun(
  containment: Containment,
  baseline: NamesByFile,
  observations: readonly Observation[],
): AgentSessionsOfRun {
  const sessions: Observation[] = [];
  const files = new Set<Observation>();
  for (const [file, before] of Object.entries(baseline)) {
    const written = observations.find((observation) => pathBytes(observation) === fromText(file));
    const view = containment.viewPath(file);
    if (written === undefined || view === null) continue;
    const found = compareNames(file, written, { before, live: sessionNames(file), seen: sessionNames(view) });
    if (found.length > 0) files.add(written);
    sessions.push(...found);
  }
  return { sessions, files };
}

interface Names {
  before: readonly string[];
  live: ReadonlySet<string>;
  /** As the run left them. */
  seen: ReadonlySet<string>;
}

function compareNames(file: string, written: Observation, { before, live, seen }: Names): Observation[] {
  const observe = (change: 'added' | 'removed', session: string): Observation => {
    const { path, pathBase64 } = displayPath(fromText(`${file}#${session}`));
    const detail = {
      ...(pathBase64 !== undefined && { pathBase64 }),
      ...(written.detail?.liveMoved && { liveMoved: true }),
    };
    const { by, at, late } = written;
    return { change, entry: 'agent-session', path, probe: 'registry', by, at, late, session, detail };
  };
  return [
    ...[...seen].filter((name) => !live.has(name) && !before.includes(name)).map((name) => observe('added', name)),
    ...before.filter((name) => live.has(name) && !seen.has(name)).map((name) => observe('removed', name)),
  ];
}
