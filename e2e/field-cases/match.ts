import type { Finding, Verdict } from '@mam/state-guard';
import { type Expectation, type Expected, expectationIn, type FieldCase, type Mode } from './field-case.ts';
import { fits, isAbove } from './fits.ts';
import { ofLiveState } from './live-state.ts';
import { placed } from './machine.ts';
import { describe, isMeant } from './match-finding.ts';
import type { Outcome } from './run-case.ts';

/** What does not hold of a case, a sentence each; none when it holds. */
export function mismatches(fieldCase: FieldCase, mode: Mode, outcome: Outcome): string[] {
  const { report, places, status } = outcome;
  if (report === null) return [`no report; status ${status}`];
  const text = placed(places, JSON.stringify(expectationIn(fieldCase, mode)));
  const expected = JSON.parse(text) as Expectation;
  return [
    ...ofLeaks(report, expected, mode),
    ...missing('suspect', expected.suspects ?? [], report.suspects, mode),
    ...unexpected('suspect', expected.suspects ?? [], report.suspects),
    ...missing('excused', expected.excused ?? [], report.excused, null),
    ...ofEnd(expected, outcome, report),
    ...ofLiveState(fieldCase, mode, outcome),
  ];
}

function ofLeaks({ leaks }: Verdict, expected: Expectation, mode: Mode): string[] {
  const near = ({ path }: Finding) =>
    expected.leaks.some((each) => isAbove(each.path, path) || isAbove(path, each.path));
  const allowed = ({ path }: Finding) => (expected.allow ?? []).some((glob) => fits(glob, path));
  const loud = (expected.quiet ?? []).flatMap(({ path, change }) =>
    leaks.filter((leak) => fits(path, leak.path) && (change === undefined || change === leak.change)),
  );
  const others = leaks.filter((leak) => !near(leak) && !allowed(leak));
  return [
    ...missing('leak', expected.leaks, leaks, mode),
    ...unexpected('leak', expected.leaks, others),
    ...loud.map((leak) => `not to be a leak: ${describe(leak)}`),
  ];
}

function missing(kind: string, expected: readonly Expected[], found: readonly Finding[], mode: Mode | null): string[] {
  return expected
    .filter((each) => !found.some((finding) => isMeant(each, finding, mode)))
    .map((each) => {
      const there = found.filter(({ path }) => fits(each.path, path)).map(describe);
      return `missing ${kind}: ${JSON.stringify(each)}; at its path: ${there.join(', ') || 'none'}`;
    });
}

function unexpected(kind: string, expected: readonly Expected[], found: readonly Finding[]): string[] {
  return found
    .filter((finding) => !expected.some((each) => each.change === finding.change && fits(each.path, finding.path)))
    .map((finding) => `unexpected ${kind}: ${describe(finding)}`);
}

function ofEnd(expected: Expectation, { status, stdout }: Outcome, report: Verdict): string[] {
  const wanted = expected.status ?? (expected.leaks.length > 0 ? 3 : 0);
  const dropped = (expected.dropped ?? []).filter((name) => !report.binding.dropped.includes(name));
  return [
    ...(status === wanted ? [] : [`status ${status}, not ${wanted}`]),
    ...(expected.output === undefined || stdout.trim() === expected.output ? [] : [`output ${JSON.stringify(stdout)}`]),
    ...(expected.ignored === undefined || report.ignored === expected.ignored ? [] : [`ignored ${report.ignored}`]),
    ...dropped.map((name) => `not dropped: ${name}`),
    ...report.notCovered.map(({ path, reason }) => `not covered: ${path}: ${reason}`),
  ];
}
