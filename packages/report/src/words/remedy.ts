import type { EntryKind, Finding, GuardMode, Verdict } from '@mam/state-guard';

/** Entries that live outside the file system: no overlay holds them back. */
const UNCONTAINED: ReadonlySet<EntryKind> = new Set(['tmux-session', 'process', 'line']);

const IN_PLACE = 'left in place; check and remove by hand';
const CAPTURED = 'captured; never reached the live directory';

/** Whether the containment layer took the change, so that the live directory never saw it. */
export function captured(finding: Finding, mode: GuardMode): boolean {
  return mode === 'contain' && finding.by === 'run' && !UNCONTAINED.has(finding.entry);
}

/** What became of one leak, and what to do now. */
export function remedy(finding: Finding, mode: GuardMode): string {
  return captured(finding, mode) ? CAPTURED : IN_PLACE;
}

/** What became of the leaks and what to do now: one sentence for those left in place, one for those captured. */
export function remedies({ leaks, mode }: Verdict): string[] {
  const inPlace = leaks.filter((leak) => !captured(leak, mode));
  const held = leaks.length - inPlace.length;
  const lost = inPlace.some(({ change }) => change !== 'added') ? '; what was modified or removed is not restored' : '';
  if (held === 0) return inPlace.length > 0 ? [`${IN_PLACE}${lost}`] : [];
  if (inPlace.length === 0) return [CAPTURED];
  return [`${inPlace.length} of them ${IN_PLACE}${lost}`, `${held} of them ${CAPTURED}`];
}
