import type { ChangeDetail, Finding } from '@mam/state-guard';
import type { Expected, Mode } from './field-case.ts';
import { fits } from './fits.ts';

/** Whether a finding is the expected one. With `mode` null it is not looked at whose it is. */
export function isMeant(expected: Expected, finding: Finding, mode: Mode | null): boolean {
  const { change, entry, path, reason = '', detail = {}, late = finding.late } = expected;
  const { attribution = finding.attribution, tests = finding.tests } = expected;
  return (
    change === finding.change &&
    entry === finding.entry &&
    fits(path, finding.path) &&
    finding.reason.includes(reason) &&
    late === finding.late &&
    attribution === finding.attribution &&
    [...tests].sort().join() === [...finding.tests].sort().join() &&
    holds(finding.detail, detail) &&
    (mode === null || finding.by === whose(expected, mode))
  );
}

/** For a message. */
export function describe({ change, entry, path, reason, by, detail }: Finding): string {
  return `${change} ${entry} ${path} [${reason}] by ${by} ${JSON.stringify(detail)}`;
}

function holds(detail: ChangeDetail, facts: ChangeDetail): boolean {
  return Object.entries(facts).every(([name, value]) => JSON.stringify(detail[name]) === JSON.stringify(value));
}

/** Only the layer of a contained run proves whose a change is, and only files lie in it. */
function whose({ entry, by }: Expected, mode: Mode): Finding['by'] {
  if (by !== undefined) return by;
  const outside = entry === 'tmux-session' || entry === 'process' || entry === 'line';
  return mode === 'contain' && !outside ? 'run' : 'unknown';
}
