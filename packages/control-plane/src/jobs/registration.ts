import { reasonOf } from '../errors.ts';
import { quoted } from '../quoted.ts';
import { readSessionsFile } from '../sessions-file/read.ts';

/** Why a job's agent session does not count as registered, or null when it does. */
export function registrationProblem(sessionsFile: string, name: string, agentSession: string): string | null {
  try {
    const { exists, sessions } = readSessionsFile(sessionsFile);
    if (sessions.some((session) => session.name === name || session.name === agentSession)) return null;
    const where = exists ? sessionsFile : `${sessionsFile}, which does not exist`;
    return `agent session ${quoted(agentSession)} is not registered in ${where}`;
  } catch (error) {
    return `whether agent session ${quoted(agentSession)} is registered cannot be told: ${reasonOf(error)}`;
  }
}
