import type { Finding } from '@mam/state-guard';
import { printable } from './printable.ts';

/** Findings counted by their reason, the most frequent first: `2 × made outside the run`. */
export function reasonCounts(findings: Finding[]): string[] {
  const counts = new Map<string, number>();
  for (const { reason } of findings) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([reason, number]) => `${number} × ${printable(reason)}`);
}
