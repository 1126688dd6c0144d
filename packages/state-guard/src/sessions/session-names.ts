import { readSessions } from './read-sessions.ts';

/** Names of the agent sessions that a sessions file holds; empty when it is missing or cannot be read. */
export function sessionNames(path: string): Set<string> {
  return readSessions(path).names;
}
