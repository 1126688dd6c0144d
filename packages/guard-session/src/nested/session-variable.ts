import { BINDING_VARIABLES, type Binding, type Environment } from '@mam/registry-paths';
import { GUARD_VARIABLES } from '../ambient/routing.ts';
import { GuardError } from '../guard-error.ts';

/** What an inner guard session inherits from the one around it, through `MAM_GUARD_SESSION`. */
export interface OuterSession {
  /** Ids of the guard sessions around this one, outermost first; they also mark the processes of each. */
  ids: string[];
  /** The binding that the outermost session recorded. */
  recorded: Binding;
  /** The binding that the nearest session pinned. */
  pinned: Binding;
  /** Watch roots of the sessions around this one, as absolute paths. */
  roots: string[];
  /** The sandbox of a session without a process of its own (`mam env`), for the check that ends it. */
  sandbox?: SandboxClaim;
}

/** A sandbox by path, and the proof of who made it. */
export interface SandboxClaim {
  path: string;
  nonce: string;
  /** Device and inode, in decimal. */
  dev: string;
  ino: string;
}

const VERSION = 1;

/** The value of `MAM_GUARD_SESSION` for the command of a session. */
export function encodeSession(session: OuterSession): string {
  return JSON.stringify({ version: VERSION, ...session });
}

/**
 * The guard session around this process, or null when there is none.
 * @throws GuardError (usage) when the variable is set to something that no guard of this version wrote: to go on without
 *   it could leave a live root unwatched.
 */
export function readOuterSession(env: Environment): OuterSession | null {
  const text = env[GUARD_VARIABLES.session];
  if (!text) return null;
  const session = parse(text);
  if (session === null) {
    throw new GuardError(
      'usage',
      `${GUARD_VARIABLES.session} holds no guard session of this version of mam; unset it, or use the same mam inside and outside.`,
    );
  }
  return session;
}

function parse(text: string): OuterSession | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(data) || data.version !== VERSION) return null;
  const { ids, recorded, pinned, roots, sandbox } = data;
  if (!isStrings(ids) || !isStrings(roots) || !isBinding(recorded) || !isBinding(pinned)) return null;
  if (sandbox !== undefined && !isClaim(sandbox)) return null;
  return { ids, recorded, pinned, roots, ...(sandbox === undefined ? {} : { sandbox }) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isClaim(value: unknown): value is SandboxClaim {
  if (!isObject(value)) return false;
  const { path, nonce, dev, ino } = value;
  return (
    [path, nonce].every((text) => typeof text === 'string') && [dev, ino].every((text) => /^\d+$/.test(String(text)))
  );
}

function isBinding(value: unknown): value is Binding {
  const names: readonly string[] = BINDING_VARIABLES;
  return (
    isObject(value) && Object.entries(value).every(([name, text]) => names.includes(name) && typeof text === 'string')
  );
}
