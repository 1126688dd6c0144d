import { statSync } from 'node:fs';
import { readSessions } from '../sessions/read-sessions.ts';
import { type Stamp, stampOf, surelyUnchanged } from './stamp.ts';

/** What one look at a sessions file saw; JSON. */
export interface SessionsLook {
  path: string;
  /** `missing` counts as empty; `unreadable` is not covered. */
  state: 'read' | 'missing' | 'unreadable';
  /** Why it could not be read, or not wholly: an errno name, or a sentence; null when it was. */
  reason: string | null;
  stamp: Stamp | null;
  /** Bare names of the agent sessions; those that could be read, when the file is torn or invalid. */
  names: string[];
}

/** Looks at a sessions file, or takes an earlier look's names when that proves that nothing changed. */
export function lookAtSessions(path: string, earlier: SessionsLook | null = null): SessionsLook {
  const stamp = stampIfAny(path);
  if (stamp && earlier?.state === 'read' && surelyUnchanged(earlier.stamp, stamp)) return { ...earlier, path, stamp };
  const { state, names, problem } = readSessions(path);
  return { path, state, reason: problem, stamp, names: [...names] };
}

function stampIfAny(path: string): Stamp | null {
  const lookedAt = Date.now();
  try {
    return stampOf(statSync(path, { bigint: true }), lookedAt);
  } catch {
    return null;
  }
}
