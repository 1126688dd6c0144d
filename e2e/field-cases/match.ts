import type { ChangeDetail, Finding, Verdict } from '@mam/state-guard';
import { type Expectation, type Expected, expectationIn, type FieldCase, type Mode } from './field-case.ts';
import { digest, type Listing } from './listing.ts';
import { type Machine, placed } from './machine.ts';
import type { Outcome } from './run-case.ts';

/** What does not hold of a case, a sentence each; none when it holds. */
export function mismatches(fieldCase: FieldCase, mode: Mode, outcome: Outcome, machine: Machine): string[] {
  const { report } = outcome;
  if (report === null) return [`no report; status ${outcome.status}`];
  const expectation = expandPaths(expectationIn(fieldCase, mode), machine);
  return [
    ...ofLeaks(report, expectation, mode),
    ...missing('suspect', expectation.suspects ?? [], report.suspects, mode),
    ...unexpected('suspect', report.suspects, expectation.suspects ?? []),
    ...missing('excused', expectation.excused ?? [], report.excused, null),
    ...ofEnd(expectation, outcome, report),
    ...(mode === 'contain' ? ofLiveState(fieldCase, outcome, machine) : []),
  ];
}

function ofLeaks({ leaks }: Verdict, expected: Expectation, mode: Mode): string[] {
  const near = ({ path }: Finding) =>
    expected.leaks.some((each) => isAbove(each.path, path) || isAbove(path, each.path));
  const allowed = ({ path }: Finding) => (expected.allow ?? []).some((glob) => fits(glob, path));
  const loud = (expected.quiet ?? []).flatMap(({ path, change }) =>
    leaks.filter((leak) => fits(path, leak.path) && (change === undefined || change === leak.change)),
  );
  return [
    ...missing('leak', expected.leaks, leaks, mode),
    ...unexpected(
      'leak',
      leaks.filter((leak) => !near(leak) && !allowed(leak)),
      expected.leaks,
    ),
    ...loud.map((leak) => `not to be a leak: ${words(leak)}`),
  ];
}

/** `mode` is null where it is not said whose a finding is. */
function missing(kind: string, expected: readonly Expected[], found: readonly Finding[], mode: Mode | null): string[] {
  return expected
    .filter(
      (each) => !found.some((finding) => isMeant(each, finding) && (mode === null || finding.by === byOf(each, mode))),
    )
    .map((each) => `missing ${kind}: ${JSON.stringify(each)}`);
}

function unexpected(kind: string, found: readonly Finding[], expected: readonly Expected[]): string[] {
  return found
    .filter((finding) => !expected.some((each) => each.change === finding.change && fits(each.path, finding.path)))
    .map((finding) => `unexpected ${kind}: ${words(finding)}`);
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

/** After a contained run the live state is what it was, plus what live processes wrote. */
function ofLiveState({ liveWrites = {} }: FieldCase, { before, after }: Outcome, machine: Machine): string[] {
  const written = new Map(
    Object.entries(liveWrites).map((pair) => pair.map((text) => placed(machine, text)) as [string, string]),
  );
  const theirs = (path: string) => [...written.keys()].some((own) => own === path || isAbove(path, own));
  const changed = [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => !theirs(path) && before.get(path) !== after.get(path))
    .map((path) => `the live state changed: ${path}: ${before.get(path)} -> ${after.get(path)}`);
  const wrong = [...written]
    .filter(([path, copy]) => contentOf(after, path) !== digest(copy))
    .map(([path]) => `${path} is not what the live process wrote`);
  return [...changed, ...wrong];
}

function contentOf(listing: Listing, path: string): string | undefined {
  return listing.get(path)?.split(' ').at(-1);
}

function isMeant(expected: Expected, finding: Finding): boolean {
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
    holds(finding.detail, detail)
  );
}

function holds(detail: ChangeDetail, facts: ChangeDetail): boolean {
  return Object.entries(facts).every(([name, value]) => JSON.stringify(detail[name]) === JSON.stringify(value));
}

/** Only the layer of a contained run proves whose a change is, and only files lie in it. */
function byOf({ entry, by }: Expected, mode: Mode): Finding['by'] {
  if (by !== undefined) return by;
  const outside = entry === 'tmux-session' || entry === 'process' || entry === 'line';
  return mode === 'contain' && !outside ? 'run' : 'unknown';
}

function fits(glob: string, path: string): boolean {
  const pattern = glob
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')));
  return new RegExp(`^${pattern.join('')}$`, 's').test(path);
}

function isAbove(directory: string, path: string): boolean {
  return fits(`${directory}/**`, path);
}

function words({ change, entry, path, reason, by }: Finding): string {
  return `${change} ${entry} ${path} [${reason}] by ${by}`;
}

function expandPaths(expectation: Expectation, machine: Machine): Expectation {
  return JSON.parse(placed(machine, JSON.stringify(expectation))) as Expectation;
}
