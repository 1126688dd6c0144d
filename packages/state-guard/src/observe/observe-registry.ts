import type { Binding } from '@mam/registry-paths';
import { pairLooks } from '../compare/pair-looks.ts';
import { type DirectoryLook, lookAtDirectory } from '../look/directory-look.ts';
import { lookAtSessions } from '../look/sessions-look.ts';
import { isLogName, isRecordName, REREAD_MS, type Snapshot, takeSnapshot } from '../look/snapshot.ts';
import type { NotCovered, Observation, Watched } from '../model.ts';
import type { RecordedOptions } from '../roots/recorded-path.ts';
import { coverage, everSeen, watchedOf } from './coverage.ts';
import { directoryChanges } from './directory-changes.ts';
import { observeJobs } from './observe-jobs.ts';
import { observeSessions } from './observe-sessions.ts';

/** A second look at the registry, compared with the baseline. */
export interface RegistryObservations {
  /** Records, audit logs and agent sessions that came or went, by the bytes of their path; whose they are is `unknown`. */
  observations: Observation[];
  /** Every agent session in a watched sessions file, at the baseline and now. */
  sessions: { before: ReadonlySet<string>; now: ReadonlySet<string> };
  notCovered: NotCovered[];
  watched: Watched[];
}

export interface ObserveOptions extends RecordedOptions {
  /** Bound, in milliseconds, of reading a file again that may be half written; default 500. */
  rereadMs?: number;
}

/** Looks again, works the state directories out anew, and says what differs from the baseline. Nothing is judged. */
export function observeRegistry(
  roots: readonly string[],
  before: Snapshot,
  recorded: Binding,
  options: ObserveOptions = {},
): RegistryObservations {
  const { rereadMs = REREAD_MS } = options;
  const now = takeSnapshot(roots, recorded, { ...options, earlier: before });
  const registries = pairLooks(before.registries, now.registries, (look) => again(look, isRecordName));
  const auditLogs = pairLooks(before.auditLogs, now.auditLogs, (look) => again(look, isLogName));
  const files = pairLooks(before.sessionsFiles, now.sessionsFiles, (look) => lookAtSessions(look.path, look, rereadMs));
  const places = { registries: now.registries, auditLogs: now.auditLogs };
  const jobs = observeJobs(directoryChanges(registries), directoryChanges(auditLogs), places, {
    since: before.takenAt,
    rereadMs,
  });
  return {
    observations: [...jobs, ...observeSessions(files, before.takenAt)],
    sessions: { before: namesOf(before), now: namesOf(now) },
    notCovered: [...registries, ...auditLogs, ...files].flatMap(coverage),
    watched: [...registries, ...auditLogs, ...files.filter(everSeen)].map(watchedOf),
  };
}

function again(look: DirectoryLook, counts: (name: string) => boolean): DirectoryLook {
  return lookAtDirectory(look.path, counts, look);
}

function namesOf(snapshot: Snapshot): ReadonlySet<string> {
  return new Set(snapshot.sessionsFiles.flatMap((file) => file.names));
}
