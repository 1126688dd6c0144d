/** The multiplexers whose name may stand before an agent session's. */
const PREFIXES = ['herdr:', 'remote:', 'tmux:'] as const;

/** An agent session's name as the sessions files have it: one known prefix is taken off, anything else is bare. */
export function bareSession(agentSession: string): string {
  const prefix = PREFIXES.find((known) => agentSession.startsWith(known));
  return prefix === undefined ? agentSession : agentSession.slice(prefix.length);
}
