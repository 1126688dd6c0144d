import { ControlPlaneError } from '../errors.ts';
import type { Mux } from '../mux/mux.ts';
import { checkSessionName } from '../names.ts';
import { quoted } from '../quoted.ts';
import type { SessionEntry } from '../sessions-file/document.ts';
import { readSessionsFile } from '../sessions-file/read.ts';
import { updateSessionsFile } from '../sessions-file/update.ts';
import { kindOf, type SessionsPlace, sessionsFileOf } from './registered.ts';

export interface RemoveOptions extends SessionsPlace {
  /** The whole name, as it stands in the sessions file. */
  name: string;
  muxes: readonly Mux[];
}

export interface RemovedAgentSession {
  session: SessionEntry;
  sessionsFile: string;
  warnings: string[];
}

/**
 * Closes the pane of an agent session, then takes its entry out of the sessions file. The name is compared whole; jobs
 * stay. When the pane cannot be closed the entry stays, and it is an error. Remote sessions are refused.
 */
export async function removeAgentSession(options: RemoveOptions): Promise<RemovedAgentSession> {
  const sessionsFile = sessionsFileOf(options);
  const session = theOne(options.name, readSessionsFile(sessionsFile).sessions, sessionsFile);
  const kind = kindOf(session);
  const mux = options.muxes.find((candidate) => candidate.kind === kind);
  if (mux === undefined) {
    const why =
      kind === 'remote'
        ? 'it is remote, and remote sessions are never acted on'
        : `it stands in ${session.list}, edit the file by hand`;
    throw new ControlPlaneError('input', `agent session ${quoted(session.name)} cannot be removed: ${why}`);
  }
  const warnings = await mux.close(session);
  await updateSessionsFile(sessionsFile, (sessions) => {
    const entry = sessions.entries().find((candidate) => isSame(candidate, session));
    if (entry !== undefined) sessions.remove(entry);
  });
  return { session, sessionsFile, warnings };
}

function theOne(name: string, sessions: readonly SessionEntry[], sessionsFile: string): SessionEntry {
  const [found, second] = sessions.filter((session) => session.name === name);
  if (found === undefined) {
    checkSessionName(name);
    const message = `no agent session ${quoted(name)} is registered in ${sessionsFile}: see \`mam session list\``;
    throw new ControlPlaneError('input', message);
  }
  if (second !== undefined) {
    const message = `agent session ${quoted(name)} is registered more than once in ${sessionsFile}: edit it by hand`;
    throw new ControlPlaneError('input', message);
  }
  return found;
}

function isSame(a: SessionEntry, b: SessionEntry): boolean {
  return a.list === b.list && a.name === b.name && a.fields.id === b.fields.id;
}
