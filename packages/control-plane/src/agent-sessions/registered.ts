import { type Environment, resolveControlPlane } from '@mam/registry-paths';
import type { AgentSessionKind } from '../names.ts';
import type { SessionEntry } from '../sessions-file/document.ts';

/** Which sessions file; what is not given is resolved from the environment and the working directory at call time. */
export interface SessionsPlace {
  sessionsFile?: string | undefined;
  env?: Environment;
  cwd?: string;
}

export function sessionsFileOf(place: SessionsPlace): string {
  const { sessionsFile } = resolveControlPlane({
    flags: { sessionsFile: place.sessionsFile },
    ...(place.env === undefined ? {} : { env: place.env }),
    ...(place.cwd === undefined ? {} : { cwd: place.cwd }),
  });
  return sessionsFile.path;
}

/** Where a registered session lives; null for a list that is not known. */
export function kindOf({ list, name }: SessionEntry): AgentSessionKind | null {
  if (name.startsWith('remote:') || list === 'remote_sessions') return 'remote';
  if (list === 'herdr_sessions') return 'herdr';
  return list === 'tmux_sessions' ? 'tmux' : null;
}
