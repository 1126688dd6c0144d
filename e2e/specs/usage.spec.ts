import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configOf } from '../harness/inline-project.ts';
import { expect, test } from '../harness/test.ts';

const LEAKY = `import { test } from '@mam/fixtures';
import { leak } from '../leak';
test('leaky', () => leak('x'));
test('clean', () => {});
`;

test('works drop-in, through mergeTests, and extended', async ({ project }) => {
  project.write({
    'specs/merged.spec.ts': `import { mergeTests, test as base } from '@playwright/test';
import { test as guarded, expect } from '@mam/fixtures';
import { leak } from '../leak';
const app = base.extend<{ greeting: string }>({ greeting: async ({}, use) => use('hello') });
const test = mergeTests(app, guarded);
test('merged', ({ greeting, mamSandbox }) => { expect(greeting).toBe('hello'); expect(mamSandbox.path).toContain('workspace'); leak('merged'); });
`,
    'specs/extended.spec.ts': `import { test as guarded } from '@mam/fixtures';
import { leak } from '../leak';
const test = guarded.extend<{ jobs: string }>({ jobs: async ({ mamSandbox }, use) => use(mamSandbox.binding.MAM_JOBS_DIR) });
test('extended', ({ jobs }) => leak(jobs.endsWith('/.mam/jobs') ? 'extended' : 'wrong'));
`,
    'specs/drop-in.spec.ts': LEAKY,
  });
  const { exitCode, report, leaks } = await project.run();
  expect(exitCode).toBe(1);
  expect(report?.tests.map(({ title, outcome }) => `${title}: ${outcome}`)).toEqual([
    'drop-in.spec.ts › leaky: unexpected',
    'drop-in.spec.ts › clean: expected',
    'extended.spec.ts › extended: unexpected',
    'merged.spec.ts › merged: unexpected',
  ]);
  expect(leaks).toEqual([
    'extended.json: only extended.spec.ts › extended',
    'merged.json: only merged.spec.ts › merged',
    'x.json: only drop-in.spec.ts › leaky',
  ]);
});

const CONFIG = "testDir: 'specs', workers: 1, reporter: [['json', { outputFile: 'pw.json' }]]";
for (const [kind, file, text, manifest] of [
  [
    'CommonJS',
    'playwright.config.js',
    `const { defineGuardedConfig } = require('@mam/fixtures/config'); module.exports = defineGuardedConfig({ ${CONFIG} });`,
    '{}',
  ],
  [
    'ESM',
    'playwright.config.js',
    `import { defineGuardedConfig } from '@mam/fixtures/config'; export default defineGuardedConfig({ ${CONFIG} });`,
    '{ "type": "module" }',
  ],
  [
    'mjs',
    'playwright.config.mjs',
    `import { defineGuardedConfig } from '@mam/fixtures/config'; export default defineGuardedConfig({ ${CONFIG} });`,
    '{}',
  ],
  [
    'TypeScript in an ESM project',
    'playwright.config.ts',
    `import { defineGuardedConfig } from '@mam/fixtures/config'; export default defineGuardedConfig({ ${CONFIG} });`,
    '{ "type": "module" }',
  ],
] as const) {
  test(`a ${kind} configuration is guarded`, async ({ project }) => {
    const esm = manifest.includes('module');
    project.write({
      [file]: text,
      'package.json': manifest,
      'specs/a.spec.ts': esm ? LEAKY.replace('../leak', '../leak.ts') : LEAKY,
    });
    const { exitCode, report, leaks } = await project.run();
    expect(exitCode).toBe(1);
    expect(report?.tests.map(({ outcome }) => outcome)).toEqual(['unexpected', 'expected']);
    expect(leaks).toEqual(['x.json: only a.spec.ts › leaky']);
  });
}

test("the user's own globalSetup, globalTeardown and reporter are kept, and the verdict comes after them", async ({
  project,
}) => {
  project.write({
    'playwright.config.ts': configOf(
      "globalSetup: ['./one.ts', './two.ts'], globalTeardown: './down.ts', reporter: [['json', { outputFile: 'pw.json' }], ['./own.ts']]",
    ),
    'one.ts': `export default () => { console.log('%% setup one ' + (process.env.MAM_JOBS_DIR ?? '').includes('live')); process.env.FROM_SETUP = 'yes'; return () => console.log('%% undo one'); };`,
    'two.ts': `export default () => console.log('%% setup two');`,
    'down.ts': `import { leak } from './leak'; export default () => { console.log('%% down'); leak('teardown'); };`,
    'own.ts': `export default class { onEnd() { console.log('%% own reporter'); } }`,
    'specs/a.spec.ts': `import { test, expect } from '@mam/fixtures'; test('one', () => expect(process.env.FROM_SETUP).toBe('yes'));`,
  });
  const { exitCode, stdout, leaks } = await project.run();
  expect(exitCode).toBe(1);
  expect(stdout.split('\n').filter((line) => line.startsWith('%%'))).toEqual([
    '%% setup one false',
    '%% setup two',
    '%% undo one',
    '%% down',
    '%% own reporter',
  ]);
  expect(leaks).toEqual(['teardown.json: outside']);
});

test('without a reporter of its own, a configuration keeps the default one of Playwright', async ({ project }) => {
  project.write({
    'playwright.config.ts': `import { defineGuardedConfig } from '@mam/fixtures/config'; export default defineGuardedConfig({ testDir: 'specs' });`,
    'specs/a.spec.ts': `import { test } from '@mam/fixtures'; test('one', () => {});`,
  });
  const { exitCode, stdout } = await project.run();
  expect(exitCode).toBe(0);
  expect(stdout).toContain('a.spec.ts:1:39 › one');
});

test('the binding is gone and pinned before any spec is loaded, in the runner and in every worker', async ({
  project,
}) => {
  project.write({
    'playwright.config.ts': configOf(
      "projects: [{ name: 'setup', testMatch: 'setup.spec.ts' }, { name: 'main', testMatch: 'main.spec.ts', dependencies: ['setup'] }]",
      "dropEnv: ['AGENT_*']",
    ),
    // G3: a binding set in a setup project never reaches the workers of other projects, and need not.
    'specs/setup.spec.ts': `import { test } from '@mam/fixtures'; test('sets a home', () => { process.env.AGENT_HOME = '/nowhere'; });`,
    'specs/main.spec.ts': `import { test, expect } from '@mam/fixtures';
const names = ['WORKSPACE_ROOT', 'MAM_JOBS_DIR', 'DELEGATE_JOB_LOGS_DIR', 'AGENT_SESSIONS_YAML', 'TMUX_TMPDIR'];
const atImport = names.map((name) => process.env[name] ?? 'unset');
const dropped = ['TMUX', 'HERDR_SOCKET_PATH', 'AGENT_HOME'].filter((name) => name in process.env);
test('is bound to a sandbox', ({ ambientControlPlane }) => {
  for (const value of atImport) expect(value).toMatch(/\\/mam-\\w+\\/(workspace|tmux)/);
  expect(dropped).toEqual([]);
  expect(ambientControlPlane.recorded.MAM_JOBS_DIR).toBe(process.env.LIVE_PLANE + '/jobs');
  expect(ambientControlPlane.stateDirs().registries).toContain(process.env.LIVE_PLANE + '/jobs');
});
`,
  });
  const { exitCode, verdict } = await project.run([], {
    env: { TMUX: '/tmp/x,1,0', HERDR_SOCKET_PATH: '/tmp/y', AGENT_HOME: '/tmp/z' },
  });
  expect(exitCode).toBe(0);
  expect(verdict?.binding.dropped).toEqual(
    expect.arrayContaining(['TMUX', 'HERDR_SOCKET_PATH', 'AGENT_HOME', 'MAM_JOBS_DIR']),
  );
});

test('a leak that a test lets be, by policy or by ignore, is excused in the verdict, and no other is', async ({
  project,
}) => {
  project.write({
    'specs/a.spec.ts': `import { test } from '@mam/fixtures';
import { leak } from '../leak';
test.describe(() => { test.use({ mamGuard: { policy: 'off' } }); test('off', () => leak('off')); });
test.describe(() => { test.use({ mamGuard: { policy: 'warn' } }); test('warn', () => leak('warn')); });
test.describe(() => { test.use({ mamGuard: { ignore: ['**/jobs/ign*'] } }); test('ignore', () => leak('ignored')); });
`,
  });
  const { exitCode, stderr, verdict } = await project.run();
  expect(stderr).toContain('mam: 1 entry in a live control plane was made');
  expect(verdict?.excused.map(({ reason }) => reason)).toEqual([
    'ignored by mamGuard of a.spec.ts › ignore (no agent_session)',
    'mamGuard policy "off" of a.spec.ts › off (no agent_session)',
    'mamGuard policy "warn" of a.spec.ts › warn (no agent_session)',
  ]);
  expect(exitCode).toBe(0);
  expect(verdict?.verdict).toBe('clean');
  project.write({
    'specs/b.spec.ts': `import { test } from '@mam/fixtures';
import { leak } from '../leak';
test.use({ mamGuard: { ignore: ['**/jobs/ign*'] } });
test('another', () => leak('not-ignored'));
`,
  });
  const again = await project.run(['b.spec.ts']);
  expect(again.exitCode).toBe(1);
  expect(again.leaks).toEqual(['not-ignored.json: only b.spec.ts › another']);
});

test('watched trees, commands and ignore patterns of the options are in the verdict at the end of the run', async ({
  project,
}) => {
  project.write({
    'playwright.config.ts': configOf(
      '',
      "watch: ['tree'], ignore: ['*.log'], watchCommand: { store: 'cat store' }, json: 'out/guard.json'",
    ),
    'tree/profile': 'a\n',
    store: 'one\n',
    'specs/a.spec.ts': `import { test } from '@mam/fixtures';
import { appendFileSync, writeFileSync } from 'node:fs';
test('touches', () => { appendFileSync('tree/profile', 'b\\n'); writeFileSync('tree/x.log', ''); appendFileSync('store', 'two\\n'); });
`,
  });
  const { exitCode, stdout } = await project.run();
  expect(exitCode).toBe(1);
  const verdict = JSON.parse(readFileSync(join(project.dir, 'out/guard.json'), 'utf8'));
  expect(verdict.leaks.map((leak: { path: string }) => leak.path)).toEqual([
    `${project.dir}/tree/profile`,
    'command:store#two',
  ]);
  expect(verdict.ignored).toBe(1);
  expect(stdout).toContain('while a.spec.ts › touches ran');
  expect(existsSync(join(project.dir, 'mam-report'))).toBe(false);
});

test('mam.config.yaml counts too, and a mode that only mam run can give is refused', async ({ project }) => {
  project.write({
    'mam.config.yaml': 'watch: [tree]\n',
    'tree/profile': 'a\n',
    'specs/a.spec.ts': `import { test } from '@mam/fixtures';
import { writeFileSync } from 'node:fs';
test('touches', () => writeFileSync('tree/new', ''));
`,
  });
  const { exitCode, leaks } = await project.run();
  expect(exitCode).toBe(1);
  expect(leaks).toEqual(['new: only a.spec.ts › touches']);
  project.write({ 'mam.config.yaml': 'mode: contain\n' });
  const refused = await project.run();
  expect(refused.exitCode).toBe(1);
  expect(refused.stdout + refused.stderr).toContain(
    'The mode "contain" cannot be had from inside the runner; run it as: mam run --mode contain -- playwright test',
  );
});
