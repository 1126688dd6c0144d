import { dirname, isAbsolute, join } from 'node:path';
import type { Finding } from '@mam/state-guard';

/** A path to accept, and why it was found. */
export interface Proposal {
  /** As findings have it, or a pattern. */
  path: string;
  /** The reason of the finding, or for how many findings it stands. */
  found: string;
}

/** More findings than these in one directory are accepted together: their names are seldom the same in the next run. */
const MANY = 20;

/** Paths that accept all the findings, each once, in the order in which they come. */
export function proposeAccept(findings: readonly Pick<Finding, 'path' | 'entry' | 'reason'>[]): Proposal[] {
  const distinct = new Map([...findings].reverse().map((finding) => [finding.path, finding]));
  const counts = new Map<string, number>();
  for (const finding of distinct.values()) counts.set(place(finding), (counts.get(place(finding)) ?? 0) + 1);
  const proposals = new Map<string, Proposal>();
  for (const finding of [...distinct.values()].reverse()) {
    const directory = place(finding);
    const count = counts.get(directory) ?? 0;
    const one = { path: finding.path, found: finding.reason };
    const proposal = count > MANY ? { path: join(directory, '*'), found: `${count} findings` } : one;
    proposals.set(proposal.path, proposal);
  }
  return [...proposals.values()];
}

/** The directory whose entry a finding is; of what is no entry of one, itself. */
function place({ path, entry }: Pick<Finding, 'path' | 'entry'>): string {
  return isAbsolute(path) && entry !== 'agent-session' ? dirname(path) : path;
}
