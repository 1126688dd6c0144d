import type { Finding, GuardMode, NotCovered, Verdict } from '@mam/state-guard';
import { formatText } from '../text/format.ts';
import { facts, type Route, title } from '../words/facts.ts';
import { seconds, suspectsFail } from '../words/headline.ts';
import { remedy } from '../words/remedy.ts';
import { type Attributes, element, textElement } from './xml.ts';

export interface JunitOptions {
  /** Suspects fail as leaks do. */
  strict?: boolean | undefined;
  route?: Route | undefined;
}

/** How a test case ended. */
type Outcome = 'passed' | 'failure' | 'error' | 'skipped';

interface TestCase {
  outcome: Outcome;
  xml: string;
}

/**
 * The verdict as JUnit XML: one test suite, in it a failed test case for each leak, a skipped one for each suspect
 * (failed when strict), one with an error for each thing not covered, and a passed one when there is none of these.
 */
export function formatJunit(verdict: Verdict, { strict = false, route }: JunitOptions = {}): string {
  const { leaks, suspects, notCovered, mode } = verdict;
  const failing = strict || suspectsFail(verdict);
  const cases: TestCase[] = [
    ...leaks.map((finding) => findingCase(finding, 'failure', 'leak', mode, route)),
    ...suspects.map((finding) => findingCase(finding, failing ? 'failure' : 'skipped', 'suspect', mode, route)),
    ...notCovered.map(notCoveredCase),
  ];
  if (cases.length === 0) cases.push(testCase('mam', 'no leak into live state', 'passed', []));

  const number = (outcome: Outcome) => cases.filter((each) => each.outcome === outcome).length;
  const counts = { tests: cases.length, failures: number('failure'), errors: number('error') };
  const time = seconds(verdict) ?? 0;
  const text = formatText(verdict, {
    color: false,
    listAll: 'the report in JSON lists all',
    strict,
    route,
  });
  const suite = element(
    'testsuite',
    { name: 'mam', ...counts, skipped: number('skipped'), time, timestamp: verdict.startedAt },
    [
      element(
        'properties',
        {},
        properties(verdict).map(([name, value]) => element('property', { name, value })),
      ),
      ...cases.map(({ xml }) => xml),
      textElement('system-out', {}, text),
    ],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: 'mam', ...counts, time }, [suite])}\n`;
}

function properties({ verdict, mode, command, binding }: Verdict): [string, string][] {
  return [
    ['verdict', verdict],
    ['mode', mode],
    ['command', JSON.stringify(command)],
    ['dropped', binding.dropped.join(' ')],
    ['pinned', binding.pinned.join(' ')],
  ];
}

function findingCase(
  finding: Finding,
  outcome: 'failure' | 'skipped',
  kind: string,
  mode: GuardMode,
  route: Route | undefined,
): TestCase {
  const said = facts(finding, mode, route).map(({ label, text }) => `${label}: ${text}`);
  const body = [title(finding), ...said, remedy(finding, mode)].join('\n');
  const message = `${kind}: ${finding.reason}`;
  const inner = [textElement(outcome, outcome === 'failure' ? { type: kind, message } : { message }, body)];
  return testCase(`mam.${finding.probe}`, title(finding), outcome, inner);
}

function notCoveredCase({ path, reason }: NotCovered): TestCase {
  const inner = [textElement('error', { type: 'not-covered', message: reason }, `${path} was not covered: ${reason}`)];
  return testCase('mam', `not covered ${path}`, 'error', inner);
}

function testCase(classname: string, name: string, outcome: Outcome, inner: string[]): TestCase {
  const attributes: Attributes = { classname, name, time: 0 };
  return { outcome, xml: element('testcase', attributes, inner) };
}
