// The README's test command: every check that CI makes, in the order in which a failure is cheapest. All run, whatever
// fails; the last line counts them: each plain check as one, each test of a suite as one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSuite } from './suite-report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const mam = join(root, 'packages/cli/bin/mam.js');
process.env.TURBO_TELEMETRY_DISABLED = '1';
const scratch = mkdtempSync(join(tmpdir(), 'mam-test-'));
const failures = [];
let passed = 0;
let failed = 0;

try {
  check('format and lint', 'biome', ['ci', '.']);
  check('build and types', 'turbo', ['run', 'build', 'typecheck']);
  check('types of the workspace tests', 'tsc', ['-p', 'test']);
  check('undeclared and unused dependencies', 'knip', []);
  suite('unit tests, boundaries and package checks', 'vitest.json', (file) => [
    ...['pnpm', 'exec', 'vitest', 'run'],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  ]);
  suite('e2e', 'playwright.json', (file) => {
    process.env.MAM_TEST_REPORT = file;
    return ['pnpm', '--filter', '@mam/e2e', 'exec', 'playwright', 'test'];
  });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

// What failed, once more and at the end: a log that is cut keeps its last lines.
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function check(title, command, args) {
  if (execute(title, command, args) === 0) passed += 1;
  else fail(title);
}

/** Runs a suite under the repository's own guard, and counts its tests from its JSON. */
function suite(title, name, command) {
  const file = join(scratch, name);
  const status = execute(title, process.execPath, [mam, 'run', '--', ...command(file)]);
  const counts = existsSync(file)
    ? readSuite(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, failures: [] };
  passed += counts.passed;
  failed += counts.failed;
  // The runner itself, or the guard around it: a leak is status 3.
  if (status !== 0 && counts.failed === 0) fail(`${title} (exit status ${status})`);
  else if (status !== 0) failures.push(title);
  if (counts.passed + counts.failed === 0) fail(`${title}: no test ran`);
  failures.push(...counts.failures);
}

function fail(title) {
  failed += 1;
  failures.push(title);
}

function execute(title, command, args) {
  console.log(`\n== ${title}`);
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) console.log(String(error));
  return status ?? 1;
}
