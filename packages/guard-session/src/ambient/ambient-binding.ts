import { BINDING_VARIABLES, type Binding, type Environment, readBinding } from '@mam/registry-paths';
import type { OuterSession } from '../nested/session-variable.ts';
import { anyPattern } from './name-pattern.ts';
import { GUARD_VARIABLES, ROUTING_VARIABLES } from './routing.ts';

export interface AmbientOptions {
  /** More variables to drop: `NAME` or `PREFIX_*`. */
  dropEnv?: readonly string[];
  /** Variables to leave as they are: `NAME` or `PREFIX_*`; they win over everything else. */
  keepEnv?: readonly string[];
}

/** What a process inherited, and what of it its command must not see. */
export interface AmbientBinding {
  /** The binding to guard: the inherited one, or in a nested session the one that the outermost session recorded. */
  recorded: Binding;
  /** Names of the variables to delete from the command's environment, sorted; only those that are set. */
  dropped: string[];
}

/**
 * Records the ambient binding of an environment, and says which variables to drop.
 * In a nested session the variables carry the outer session's sandbox; then what counts is what the outer one recorded.
 * @throws GuardError (usage) for a pattern that names no variable.
 */
export function recordAmbient(
  env: Environment,
  outer: OuterSession | null,
  options: AmbientOptions = {},
): AmbientBinding {
  const keeps = anyPattern(options.keepEnv);
  const drops = anyPattern(options.dropEnv);
  const always = new Set<string>([...BINDING_VARIABLES, ...ROUTING_VARIABLES]);
  const own = new Set<string>(Object.values(GUARD_VARIABLES));
  const dropped = Object.keys(env)
    .filter((name) => env[name] !== undefined && !keeps(name) && !own.has(name))
    .filter((name) => always.has(name) || drops(name))
    .sort();
  return { recorded: recordedBinding(env, outer), dropped };
}

function recordedBinding(env: Environment, outer: OuterSession | null): Binding {
  const inherited = readBinding(env);
  if (outer === null) return inherited;
  const recorded: Binding = { ...outer.recorded };
  for (const name of BINDING_VARIABLES) {
    const value = inherited[name];
    // What differs from the outer pin was set on the way here and may name another live plane.
    if (value !== undefined && value !== outer.pinned[name]) recorded[name] = value;
  }
  return recorded;
}
