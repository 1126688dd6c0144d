import type { By, EntryKind, Finding, GuardMode } from '@mam/state-guard';
import { attributionWords } from './attribution.ts';
import { detailWords } from './detail.ts';
import { printable, quoted } from './printable.ts';
import { captured } from './remedy.ts';

/** What one finding says, a label and a text each. Both are printable and on one line. */
export interface Fact {
  label: string;
  text: string;
}

/** Names the likely way by which a run came to a path, or null when none is known. */
export type Route = (finding: Finding) => string | null;

const WHOSE: Record<By, string> = { run: "the run's", others: "others', not the run's", unknown: 'not known' };

/** Entries that stand for a job or an agent session: for them the absence of a session is a fact too. */
const OF_JOBS: ReadonlySet<EntryKind> = new Set(['record', 'audit-log', 'agent-session']);

/** `added record /live/.mam/jobs/a1.json` */
export function title(finding: Finding): string {
  return `${finding.change} ${finding.entry} ${printable(finding.path)}`;
}

/** Everything else that a finding says, in reading order; what does not apply to it is left out. */
export function facts(finding: Finding, mode: GuardMode, route?: Route): Fact[] {
  const { reason, agentSession, prompt, entry, by } = finding;
  return [
    fact('reason', printable(reason)),
    fact('agent session', agentSession === null ? (OF_JOBS.has(entry) ? 'none' : null) : quoted(agentSession)),
    fact('prompt', prompt === null ? null : quoted(prompt)),
    fact('detail', detailWords(finding).join(', ')),
    fact('when', when(finding)),
    fact('whose', captured(finding, mode) ? `${WHOSE[by]}, captured` : WHOSE[by]),
    fact('likely route', printable(route?.(finding) ?? '')),
  ].filter((each) => each !== null);
}

function fact(label: string, text: string | null): Fact | null {
  return text === null || text === '' ? null : { label, text };
}

function when({ at, late, ...finding }: Finding): string {
  return [
    at === null ? null : printable(at),
    attributionWords({ ...finding, at, late }),
    late ? 'late: after the command had ended' : null,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
