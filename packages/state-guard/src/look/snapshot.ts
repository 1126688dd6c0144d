import type { Binding } from '@mam/registry-paths';
import type { RecordedOptions } from '../roots/recorded-path.ts';
import { sessionsFiles } from '../roots/sessions-files.ts';
import { stateDirs } from '../roots/state-dirs.ts';
import { type DirectoryLook, lookAtDirectory, type NameFilter } from './directory-look.ts';
import { lookAtSessions, type SessionsLook } from './sessions-look.ts';

/** One look at every watched registry, audit log and sessions file. Plain JSON, so that a baseline can be kept in a file. */
export interface Snapshot {
  /** When the look began, in milliseconds of the epoch. */
  takenAt: number;
  registries: DirectoryLook[];
  auditLogs: DirectoryLook[];
  sessionsFiles: SessionsLook[];
}

export interface SnapshotOptions extends RecordedOptions {
  /** A former look: what it proves unchanged is not read again. */
  earlier?: Snapshot;
  /** Bound, in milliseconds, of reading a file again that may be half written; default 500. */
  rereadMs?: number;
}

/** A live writer needs far less for one file. */
export const REREAD_MS = 500;

/** A registry's records are its `*.json`. */
export const isRecordName: NameFilter = (name) => name.endsWith('.json');
/** Everything in an audit-log directory counts. */
export const isLogName: NameFilter = () => true;

/**
 * The records of every registry, the entries of every audit log and the agent sessions of every sessions file. What is
 * missing counts as empty; what exists and cannot be read says why. The directories are worked out anew at each call.
 */
export function takeSnapshot(roots: readonly string[], recorded: Binding, options: SnapshotOptions = {}): Snapshot {
  const { earlier, rereadMs = REREAD_MS } = options;
  const takenAt = Date.now();
  const dirs = stateDirs(roots, recorded, options);
  // A delegation registers its agent session, then writes its record, then its log. Read the other way round, whatever
  // is seen has its reason in what is read after it.
  const auditLogs = dirs.auditLogs.map((path) => lookAtDirectory(path, isLogName, lookOf(earlier?.auditLogs, path)));
  const registries = dirs.registries.map((path) =>
    lookAtDirectory(path, isRecordName, lookOf(earlier?.registries, path)),
  );
  const files = sessionsFiles(roots, recorded, options);
  return {
    takenAt,
    registries,
    auditLogs,
    sessionsFiles: files.map((path) => lookAtSessions(path, lookOf(earlier?.sessionsFiles, path), rereadMs)),
  };
}

function lookOf<Look extends { path: string }>(looks: readonly Look[] | undefined, path: string): Look | null {
  return looks?.find((look) => look.path === path) ?? null;
}
