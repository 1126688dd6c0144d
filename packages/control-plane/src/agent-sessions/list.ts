import type { Mux, PaneState } from '../mux/mux.ts';
import type { AgentSessionKind } from '../names.ts';
import type { SessionEntry } from '../sessions-file/document.ts';
import { readSessionsFile } from '../sessions-file/read.ts';
import { kindOf, type SessionsPlace, sessionsFileOf } from './registered.ts';

export interface ListOptions extends SessionsPlace {
  /** The multiplexers to ask. */
  muxes: readonly Mux[];
}

export interface ListedAgentSession extends SessionEntry, PaneState {
  /** Where it lives; null for a list of the file that is not known. */
  kind: AgentSessionKind | null;
}

/** Every agent session of a sessions file, with whether its pane lives. Remote ones are listed and never asked. */
export async function listAgentSessions(options: ListOptions): Promise<ListedAgentSession[]> {
  const { sessions } = readSessionsFile(sessionsFileOf(options));
  const states = new Map<SessionEntry, PaneState>();
  await Promise.all(
    options.muxes.map(async (mux) => {
      const own = sessions.filter((session) => kindOf(session) === mux.kind);
      if (own.length === 0) return;
      const looks = await mux.look(own);
      own.forEach((session, index) => {
        const look = looks[index];
        if (look !== undefined) states.set(session, look);
      });
    }),
  );
  return sessions.map((session) => {
    const kind = kindOf(session);
    const reason = kind === 'remote' ? 'remote sessions are not asked' : 'its multiplexer is not known';
    return { ...session, kind, ...(states.get(session) ?? { alive: null, reason }) };
  });
}
