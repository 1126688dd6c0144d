// The JSON reports of vitest and of Playwright, as counts and as the failures, each with the first lines of its message.
import { stripVTControlCharacters } from 'node:util';

const MESSAGE_LINES = 25;

export function readSuite(report) {
  return report.stats ? readPlaywright(report) : readVitest(report);
}

function readVitest(report) {
  const failures = [];
  for (const file of report.testResults) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of failed)
      failures.push(describe(`${file.name}: ${fullName}`, failureMessages));
    if (failed.length === 0 && file.status === 'failed') failures.push(describe(file.name, [file.message]));
  }
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures };
}

function readPlaywright({ stats, suites, errors = [] }) {
  const failures = errors.map(({ message }) => describe('outside any test', [message]));
  for (const spec of suites.flatMap(specsOf)) {
    if (spec.ok) continue;
    const results = spec.tests.flatMap((test) => test.results);
    const messages = results.flatMap((result) => result.errors.map(({ message }) => message));
    failures.push(describe(`${spec.file}:${spec.line}: ${spec.title}`, messages));
  }
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, failures };
}

function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

function describe(name, messages) {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, MESSAGE_LINES);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}
