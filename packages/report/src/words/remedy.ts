import type { EntryKind, Finding, GuardMode, Verdict } from '@mam/state-guard';

/** Entries that live outside the file system: no overlay holds them back. */
const UNCONTAINED: ReadonlySet<EntryKind> = new Set(['tmux-session', 'process', 'line']);

/** Whether the containment layer took the change, so that the live directory never saw it. */
export function captured(finding: Finding, mode: GuardMode): boolean {
  return mode === 'contain' && finding.by === 'run' && !UNCONTAINED.has(finding.entry);
}

/** What became of the leaks and what to do now: one sentence for those left in place, one for those captured. */
export function remedies({ leaks, mode }: Verdict): string[] {
  const inPlace = leaks.filter((leak) => !captured(leak, mode));
  const held = leaks.length - inPlace.length;
  const sentences: string[] = [];
  if (inPlace.length > 0) {
    const which = held > 0 ? `${inPlace.length} of them ` : '';
    const lost = inPlace.some(({ change }) => change !== 'added')
      ? '; what was modified or removed is not restored'
      : '';
    sentences.push(`${which}left in place; check and remove by hand${lost}`);
  }
  if (held > 0) {
    sentences.push(`${inPlace.length > 0 ? `${held} of them ` : ''}captured; never reached the live directory`);
  }
  return sentences;
}
