import { existsSync, readFileSync } from 'node:fs';

/** One test of Playwright's JSON report. */
export interface ReportedTest {
  /** As in `a.spec.ts › suite › title`. */
  title: string;
  /** `expected`, `unexpected`, `flaky` or `skipped`. */
  outcome: string;
  /** Statuses of its attempts. */
  statuses: string[];
  /** Messages of every error of every attempt, without colours, code and stack. */
  errors: string[];
  /** File and line of the first error. */
  location: string | null;
  attachments: string[];
  annotations: string[];
}

export interface PlaywrightReport {
  tests: ReportedTest[];
  /** Errors that belong to no test. */
  errors: string[];
}

interface Suite {
  title: string;
  file: string;
  suites?: Suite[];
  specs: { title: string; tests: Test[] }[];
}

interface Test {
  status: string;
  annotations: { type: string }[];
  results: Result[];
}

interface Result {
  status: string;
  errors: { message?: string; location?: { file: string; line: number } }[];
  errorLocation?: { file: string; line: number };
  attachments: { name: string }[];
  annotations?: { type: string }[];
}

/** Reads the file of the JSON reporter; null when the run did not write one. */
export function readPlaywrightReport(path: string): PlaywrightReport | null {
  if (!existsSync(path)) return null;
  const data = JSON.parse(readFileSync(path, 'utf8')) as { suites: Suite[]; errors: { message?: string }[] };
  return {
    tests: data.suites.flatMap((suite) => testsOf(suite, [])),
    errors: data.errors.map(({ message }) => plain(message ?? '')),
  };
}

function testsOf(suite: Suite, above: readonly string[]): ReportedTest[] {
  const path = [...above, suite.title];
  return [
    ...suite.specs.flatMap(({ title, tests }) => tests.map((test) => reported([...path, title].join(' › '), test))),
    ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, path)),
  ];
}

function reported(title: string, { status, results, annotations }: Test): ReportedTest {
  const errors = results.flatMap((result) => result.errors);
  const location = results.find((result) => result.errorLocation)?.errorLocation;
  return {
    title,
    outcome: status,
    statuses: results.map((result) => result.status),
    errors: errors.map(({ message }) => withoutFrame(plain(message ?? ''))),
    location: location === undefined ? null : `${location.file}:${location.line}`,
    attachments: results.flatMap((result) => result.attachments.map(({ name }) => name)),
    annotations: [...annotations, ...results.flatMap((result) => result.annotations ?? [])].map(({ type }) => type),
  };
}

/** Without the code and the stack that Playwright adds. */
function withoutFrame(message: string): string {
  return (
    message
      .split(/\n\n +(?:> )?\d+ \|/)[0]
      ?.split(/\n +at /)[0]
      ?.trimEnd() ?? ''
  );
}

/** Without the escape sequences of a terminal. */
export function plain(text: string): string {
  return text.replace(/\u001b\[[0-9;]*m/g, '');
}
