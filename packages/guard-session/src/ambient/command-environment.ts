import type { Environment } from '@mam/registry-paths';
import { encodeSession, type OuterSession } from '../nested/session-variable.ts';
import { GUARD_VARIABLES } from './routing.ts';

/** What goes into the environment of a guarded command. */
export interface CommandEnvironmentParts {
  ambient: Environment;
  /** Names to delete: a blank would count as set for some tools. */
  dropped: readonly string[];
  /** Variables that the sandbox sets, the binding among them; empty with `--no-pin`. */
  pinned: Readonly<Record<string, string>>;
  session: OuterSession;
  /** The marks file, if the session keeps one. */
  marksFile?: string | undefined;
}

/** The environment of a guarded command: the ambient one without what was dropped, with what was pinned, and the mark. */
export function commandEnvironment(parts: CommandEnvironmentParts): Record<string, string> {
  const env: Record<string, string> = {};
  const dropped = new Set(parts.dropped);
  for (const [name, value] of Object.entries(parts.ambient)) {
    if (value !== undefined && !dropped.has(name)) env[name] = value;
  }
  Object.assign(env, parts.pinned);
  env[GUARD_VARIABLES.session] = encodeSession(parts.session);
  if (parts.marksFile !== undefined) env[GUARD_VARIABLES.marks] = parts.marksFile;
  return env;
}
