import { quoteText } from '../bytes/quote.ts';
import type { Finding } from '../model.ts';

/** A leak by the registry rule; the fields of every finding. */
export type Leak = Finding;

/** The message of a guard: how many leaks, what to do, and each on its line. Empty for no leaks. */
export function describeLeaks(leaks: readonly Leak[]): string {
  if (leaks.length === 0) return '';
  const [entries, were] = leaks.length === 1 ? ['entry', 'was'] : ['entries', 'were'];
  const head =
    `${leaks.length} ${entries} in a live control plane ${were} made during this guard session ` +
    '(left in place; check and remove by hand):';
  const lines = leaks.map(
    ({ path, reason, agentSession, prompt }) =>
      `  ${path}  [${reason}]  agent_session=${quoteText(agentSession)}  prompt=${quoteText(prompt)}`,
  );
  return [head, ...lines].join('\n');
}
