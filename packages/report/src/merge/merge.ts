import type { GuardMode, NotCovered, Verdict, Watched } from '@mam/state-guard';
import { mergeFindings } from './findings.ts';

const WORST_FIRST: readonly Verdict['verdict'][] = ['leaks', 'incomplete', 'clean'];
const WEAKEST_FIRST: readonly GuardMode[] = ['observe', 'contain', 'read-only'];

/**
 * One verdict for the shards of a run. The worst verdict stands, findings are joined, what was watched, not covered and
 * bound is united, and the ending is that of the first command that failed. Of different modes the one that promises least
 * stands; different commands are listed with `;` between them; of different recorded values the first.
 */
export function mergeReports(reports: readonly Verdict[]): Verdict {
  const [first] = reports;
  if (first === undefined) throw new Error('There is no report to merge: give at least one.');
  const failed = reports.find(({ exitCode, signal }) => exitCode !== 0 || signal !== null) ?? first;
  const sum = (of: (report: Verdict) => number) => reports.reduce((total, report) => total + of(report), 0);
  return {
    schema: first.schema,
    verdict: WORST_FIRST.find((verdict) => reports.some((report) => report.verdict === verdict)) ?? first.verdict,
    mode: WEAKEST_FIRST.find((mode) => reports.some((report) => report.mode === mode)) ?? first.mode,
    command: commands(reports),
    exitCode: failed.exitCode,
    signal: failed.signal,
    startedAt: byTime(reports.map(({ startedAt }) => startedAt)).at(0) ?? first.startedAt,
    endedAt: byTime(reports.map(({ endedAt }) => endedAt)).at(-1) ?? first.endedAt,
    binding: {
      recorded: Object.assign({}, ...reports.map(({ binding }) => binding.recorded).reverse()),
      dropped: unique(reports.flatMap(({ binding }) => binding.dropped)),
      pinned: unique(reports.flatMap(({ binding }) => binding.pinned)),
    },
    watched: uniteWatched(reports.flatMap(({ watched }) => watched)),
    ...mergeFindings(reports),
    ignored: sum(({ ignored }) => ignored),
    notCovered: uniteNotCovered(reports.flatMap(({ notCovered }) => notCovered)),
    survivors: reports.flatMap(({ survivors }) => survivors),
  };
}

function commands(reports: readonly Verdict[]): string[] {
  const different = new Map(reports.map(({ command }) => [JSON.stringify(command), command]));
  return [...different.values()]
    .filter((command) => command.length > 0)
    .flatMap((command, index) => (index === 0 ? command : [';', ...command]));
}

function byTime(times: string[]): string[] {
  return times.sort((a, b) => Date.parse(a) - Date.parse(b));
}

function unique(names: string[]): string[] {
  return [...new Set(names)];
}

function uniteWatched(all: Watched[]): Watched[] {
  const united = new Map<string, Watched>();
  for (const each of all) {
    const key = JSON.stringify([each.probe, each.path]);
    const entries = Math.max(each.entries, united.get(key)?.entries ?? 0);
    united.set(key, { ...each, entries });
  }
  return [...united.values()];
}

function uniteNotCovered(all: NotCovered[]): NotCovered[] {
  return [...new Map(all.map((each) => [JSON.stringify([each.path, each.reason]), each])).values()];
}
