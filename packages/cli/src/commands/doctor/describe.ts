import type { CanaryResult, Examination } from '@mam/guard-session';
import { BINDING_VARIABLES } from '@mam/registry-paths';
import { onOneLine, printable } from '../../output/printable.ts';

/** What a session would do here, for people. */
export function describeExamination({ plan, pinned, roots, watched, notCovered, notes, modes }: Examination): string {
  const recorded = BINDING_VARIABLES.map((name) => `${name}=${JSON.stringify(plan.ambient.recorded[name] ?? null)}`);
  const lines = [
    ...section('recorded', recorded),
    ...section('dropped', plan.ambient.dropped),
    ...section('pinned', pinned),
    ...section(
      'watch roots',
      roots.map(({ path, because }) => `${printable(path)} (${because})`),
    ),
    ...section(
      'watched',
      watched.map(
        ({ probe, path, entries }) => `${probe} ${printable(path)}: ${entries} ${entries === 1 ? 'entry' : 'entries'}`,
      ),
    ),
    ...section(
      'not covered',
      notCovered.map(({ path, reason }) => `${printable(path)}: ${reason}`),
    ),
    ...section(
      'modes',
      modes.map(
        ({ mode, available, detail }) =>
          `${mode}: ${available ? 'works' : 'no'}${detail === null ? '' : ` (${detail})`}`,
      ),
    ),
    ...section('notes', notes),
  ];
  return `${lines.join('\n')}\n`;
}

/** What became of the canaries, for people. */
export function describeSelfTest(results: readonly CanaryResult[]): string {
  const rows = results.map(({ canary, result, reason }) => {
    return `${result.padEnd(8)}  ${canary.probe.padEnd(9)}  ${canary.title}${reason === null ? '' : ` (${reason})`}`;
  });
  const count = (wanted: CanaryResult['result']) => results.filter(({ result }) => result === wanted).length;
  const sum = `${count('reported')} reported, ${count('missed')} missed, ${count('skipped')} skipped`;
  return `${[...section('self-test', rows), sum].join('\n')}\n`;
}

function section(title: string, rows: readonly string[]): string[] {
  const [first = 'nothing', ...rest] = rows.map(onOneLine);
  return [`${title.padEnd(13)} ${first}`, ...rest.map((row) => `${' '.repeat(13)} ${row}`)];
}
