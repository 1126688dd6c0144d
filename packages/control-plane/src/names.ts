import { ControlPlaneError } from './errors.ts';
import { quoted } from './quoted.ts';

/** The prefixes that say which multiplexer an agent session lives in. */
const AGENT_SESSION_PREFIXES = ['herdr:', 'tmux:', 'remote:'] as const;

export type AgentSessionKind = 'herdr' | 'tmux' | 'remote';

/** ASCII only: no letter that looks like another, nothing a path, a shell, a multiplexer or YAML could read as more. */
const SESSION_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const AGENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const ROLE = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const JOB_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const EVENT_TYPE = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/;

const PLAIN = 'ASCII letters, digits, ".", "_" and "-", the first a letter or a digit';

/** Refuses a name that cannot be an agent session's bare name. */
export function checkSessionName(name: string): void {
  const prefix = AGENT_SESSION_PREFIXES.find((known) => name.toLowerCase().startsWith(known));
  if (prefix !== undefined) {
    throw new ControlPlaneError('input', `session name ${quoted(name)} carries a prefix: give the bare name`);
  }
  check(SESSION_NAME, 'session name', name, `up to 64 ${PLAIN}`);
}

/** Refuses what cannot be the name of an agent's program. */
export function checkAgent(agent: string): void {
  check(AGENT, 'agent', agent, `up to 64 ${PLAIN}`);
}

export function checkRole(role: string): void {
  check(ROLE, 'role', role, 'up to 64 ASCII letters, digits, "_" and "-", the first a letter');
}

/** Refuses a job id that could name anything but one record of a registry. */
export function checkJobId(id: string): void {
  check(JOB_ID, 'job id', id, `up to 128 ${PLAIN}`);
}

export function checkEventType(type: string): void {
  check(EVENT_TYPE, 'event type', type, 'up to 64 ASCII letters, digits, ".", "_" and "-", the first a letter');
}

/**
 * Takes an agent session as it is written in a job (`herdr:NAME`, `tmux:NAME`, `remote:NAME` or a bare `NAME`) apart, at
 * the first colon only, and refuses a rest that is no session name. `kind` is null for a bare name.
 */
export function parseAgentSession(text: string): { kind: AgentSessionKind | null; name: string } {
  const prefix = AGENT_SESSION_PREFIXES.find((known) => text.startsWith(known));
  const name = prefix === undefined ? text : text.slice(prefix.length);
  checkSessionName(name);
  return { kind: prefix === undefined ? null : (prefix.slice(0, -1) as AgentSessionKind), name };
}

function check(pattern: RegExp, what: string, value: string, rule: string): void {
  if (value === '') throw new ControlPlaneError('input', `the ${what} is empty: use ${rule}`);
  if (!pattern.test(value)) throw new ControlPlaneError('input', `${what} ${quoted(value)} is not valid: use ${rule}`);
}
