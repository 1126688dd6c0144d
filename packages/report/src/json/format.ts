import type { Verdict } from '@mam/state-guard';

/** The report `mam-guard/1`: the verdict as JSON, for programs. Ends with a line feed. */
export function formatJson(verdict: Verdict): string {
  return `${JSON.stringify(verdict, null, 2)}\n`;
}
