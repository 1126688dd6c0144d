import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configOf } from '../harness/inline-project.ts';
import { install } from '../harness/installed.ts';
import { expect, test } from '../harness/test.ts';

const ONE = `import { test, expect } from '@mam/fixtures';
test('one', () => {});
`;

test('the fixtures without defineGuardedConfig are a clear error, not a weaker guard', async ({ project }) => {
  project.write({
    'playwright.config.ts': `export default { testDir: 'specs', reporter: [['json', { outputFile: 'pw.json' }]] };`,
    'specs/a.spec.ts': ONE,
  });
  const { exitCode, report } = await project.run();
  expect(exitCode).toBe(1);
  expect(report?.tests[0]?.errors).toEqual([
    'Error: The fixtures of @mam/fixtures need the guard of the whole run, and this configuration does not start it: ' +
      "wrap it, as in `export default defineGuardedConfig(defineConfig({ … }))` from '@mam/fixtures/config'.",
  ]);
});

for (const [what, options, message] of [
  [
    'an unknown option',
    "watched: ['/x']",
    /defineGuardedConfig has no option "watched"; give one of watch, watchCommand, .*, json, configFile\./,
  ],
  [
    'an option of the wrong shape',
    "watch: '/x'",
    /The option "watch" of defineGuardedConfig has the wrong shape; give a list of paths\./,
  ],
  [
    'an unknown preset',
    "use: ['emacs']",
    /The option "use" of defineGuardedConfig has the wrong shape; give a list of presets, out of mam, /,
  ],
  [
    'a pattern that names no variable',
    "dropEnv: ['*']",
    /"\*" names no variable; give a name, or a prefix with a star at its end/,
  ],
] as const) {
  test(`${what} of defineGuardedConfig is named, with what is valid, and nothing runs`, async ({ project }) => {
    project.write({ 'playwright.config.ts': configOf('', options), 'specs/a.spec.ts': ONE });
    const { exitCode, stderr, stdout, verdict } = await project.run();
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toMatch(message);
    expect(verdict).toBeNull();
  });
}

test('a mamGuard of the wrong shape is named, with what is valid', async ({ project }) => {
  project.write({
    'specs/a.spec.ts': `import { test } from '@mam/fixtures';
test.describe('policy', () => { test.use({ mamGuard: { policy: 'never' } as never }); test('one', () => {}); });
test.describe('key', () => { test.use({ mamGuard: { mode: 'off' } as never }); test('one', () => {}); });
test.describe('list', () => { test.use({ mamGuard: { ignore: 'x' } as never }); test('one', () => {}); });
`,
  });
  const { exitCode, report } = await project.run();
  expect(exitCode).toBe(1);
  expect(report?.tests.map(({ errors }) => errors)).toEqual([
    ['Error: The policy of mamGuard is "never"; give one of fail, warn, off.'],
    ['Error: The option mamGuard has no "mode"; give one of policy, ignore.'],
    ['Error: The ignore of mamGuard is "x"; give a list of path patterns.'],
  ]);
});

test('a sandbox that its test removed is named', async ({ project }) => {
  project.write({
    'specs/a.spec.ts': `import { test } from '@mam/fixtures';
import { rmSync } from 'node:fs';
test('one', ({ mamSandbox }) => rmSync(mamSandbox.root, { recursive: true }));
`,
  });
  const { exitCode, report } = await project.run();
  expect(exitCode).toBe(1);
  expect(report?.tests[0]?.errors).toEqual([
    expect.stringMatching(
      /^Error: The sandbox \S+\/mam-\w+ was removed by the test; leave that to the fixture, which knows that it is its own\.$/,
    ),
  ]);
});

test('a test that sets a binding variable back to a live root fails, and the next one has the sandbox again', async ({
  project,
}) => {
  project.write({
    'specs/a.spec.ts': `import { test, expect } from '@mam/fixtures';
test('binds itself', () => { process.env.MAM_JOBS_DIR = process.env.LIVE_PLANE + '/jobs'; });
test.describe(() => {
  test.describe.configure({ mode: 'default' });
  test('has the sandbox', () => { expect(process.env.MAM_JOBS_DIR).not.toContain(process.env.LIVE_PLANE); });
});
test('by its workspace', () => { process.env.WORKSPACE_ROOT = process.env.LIVE_PLANE + '/..'; });
test('to a place of its own', () => { process.env.WORKSPACE_ROOT = '/tmp'; });
`,
  });
  for (const workers of ['1', '2']) {
    const { exitCode, report, leaks } = await project.run([`--workers=${workers}`]);
    expect(exitCode).toBe(1);
    expect(report?.tests.map(({ outcome }) => outcome)).toEqual(['unexpected', 'unexpected', 'expected', 'expected']);
    expect(report?.tests[0]?.errors).toEqual([
      `StateLeakError: MAM_JOBS_DIR="${project.plane}/jobs" leads to a live control plane; bind the test to a sandbox, as with the env of mamSandbox.`,
    ]);
    expect(report?.tests[1]?.errors[0]).toContain(`StateLeakError: WORKSPACE_ROOT="${project.plane}/.." leads to`);
    expect(leaks).toEqual([]);
  }
});

test('a fixture of the same name from mergeTests is named', async ({ project }) => {
  project.write({
    'specs/a.spec.ts': `import { mergeTests, test as base } from '@playwright/test';
import { test as guarded } from '@mam/fixtures';
const app = base.extend<{ mamSandbox: string }>({ mamSandbox: async ({}, use) => use('mine') });
const test = mergeTests(guarded, app);
test('one', ({ mockAgents }) => {});
`,
  });
  const { exitCode, report } = await project.run();
  expect(exitCode).toBe(1);
  expect(report?.tests[0]?.errors[0]).toBe(
    'Error: The fixture mamSandbox is not the one of @mam/fixtures: another of that name, from mergeTests or extend, took its place; rename the other.',
  );
});

test('two copies of Playwright are named, both', async ({ project, installed }) => {
  const floor = install('floor');
  try {
    project.write({ 'playwright.config.ts': configOf(), 'specs/a.spec.ts': ONE });
    // The fixtures come with a Playwright of their own.
    const { exitCode, stdout, stderr } = await project.exec(process.execPath, [floor.cli, 'test']);
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toMatch(
      /There are two copies of Playwright: the runner is \S+playwright@1\.52\.0\S+, and @mam\/fixtures uses \S+; install one version for both\./,
    );
    expect(existsSync(join(installed.modules, '@mam/fixtures'))).toBe(true);
  } finally {
    floor.remove();
  }
});
