import { statSync } from 'node:fs';
import { pause } from '../files/pause.ts';
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

/** A file that was left alone for this long is not being written. */
const WRITING_MS = 2000;
/** Between two readings of what may be half written. */
const PAUSE_MS = 20;

/**
 * Looks at a sessions file, or takes an earlier look's names when that proves that nothing changed. A file that is not
 * whole, or ends within a line, and was changed just now may be half written: it is read again until it is, for at most `boundMs`.
 */
export function lookAtSessions(path: string, earlier: SessionsLook | null, boundMs: number): SessionsLook {
  for (const end = Date.now() + boundMs; ; pause(PAUSE_MS)) {
    const { look, whole } = lookOnce(path, earlier);
    if (whole || !isBeingWritten(look) || Date.now() >= end) return look;
  }
}

function lookOnce(path: string, earlier: SessionsLook | null): { look: SessionsLook; whole: boolean } {
  const stamp = stampIfAny(path);
  if (stamp && earlier?.state === 'read' && surelyUnchanged(earlier.stamp, stamp)) {
    return { look: { ...earlier, path, stamp }, whole: earlier.reason === null };
  }
  const { state, names, problem, unended } = readSessions(path);
  const look = { path, state, reason: problem, stamp, names: [...names] };
  return { look, whole: problem === null && unended !== true };
}

function isBeingWritten({ state, stamp }: SessionsLook): boolean {
  if (state !== 'read' || stamp === null) return false;
  return Date.now() - Number(BigInt(stamp.mtimeNs) / 1_000_000n) < WRITING_MS;
}

function stampIfAny(path: string): Stamp | null {
  const lookedAt = Date.now();
  try {
    return stampOf(statSync(path, { bigint: true }), lookedAt);
  } catch {
    return null;
  }
}
