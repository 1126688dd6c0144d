import { configOf } from '../harness/inline-project.ts';
import { expect, test } from '../harness/test.ts';

const SPEC = `import { test } from '@mam/fixtures';
import { leak, leakLog } from '../leak';
test('clean before', () => {});
test('leaky', () => { leak('x'); leakLog('y'); });
test('clean after', () => {});
`;

test('with one worker the spec that leaked fails itself, at its own file and line, with one error that lists all', async ({
  project,
}) => {
  project.write({ 'specs/a.spec.ts': SPEC });
  const { exitCode, report, leaks, verdict, stdout } = await project.run();
  expect(exitCode).toBe(1);
  expect(report?.tests.map(({ title, outcome }) => `${title}: ${outcome}`)).toEqual([
    'a.spec.ts › clean before: expected',
    'a.spec.ts › leaky: unexpected',
    'a.spec.ts › clean after: expected',
  ]);
  const [, leaky] = report?.tests ?? [];
  expect(leaky?.location).toBe(`${project.dir}/specs/a.spec.ts:4`);
  expect(leaky?.errors).toHaveLength(1);
  expect(
    leaky?.errors[0],
  ).toContain(`StateLeakError: 2 entries in a live control plane were made during this guard session (left in place; check and remove by hand):
  ${project.plane}/delegate_job_logs/y  [audit log without a registry record]  agent_session=null  prompt=null
  ${project.plane}/jobs/x.json  [no agent_session]  agent_session=null  prompt="x"`);
  expect(leaky?.attachments).toContain('mam-guard');
  expect(leaks).toEqual(['y: only a.spec.ts › leaky', 'x.json: only a.spec.ts › leaky']);
  expect(verdict?.verdict).toBe('leaks');
  expect(report?.errors).toHaveLength(1);
  expect(report?.errors[0]).toMatch(/^StateLeakError: mam: 2 leaks \(observe, /);
  expect(stdout.match(/mam: 2 leaks/g)).toHaveLength(1);
});

test('a suite that leaks nothing passes, with exit status 0', async ({ project }) => {
  project.write({ 'specs/a.spec.ts': SPEC.replace("leak('x'); leakLog('y');", '') });
  const { exitCode, report, verdict, stderr } = await project.run();
  expect(exitCode).toBe(0);
  expect(report).toMatchObject({
    errors: [],
    tests: [{ outcome: 'expected' }, { outcome: 'expected' }, { outcome: 'expected' }],
  });
  expect(verdict).toMatchObject({ verdict: 'clean', leaks: [], suspects: [] });
  expect(stderr).toMatch(/^mam: clean, .* \(observe, /m);
});

test('with several workers the verdict names the spec where only one window fits, all candidates where several do, and none where none does', async ({
  project,
}) => {
  const sleep = '(ms: number) => new Promise((resolve) => setTimeout(resolve, ms))';
  project.write({
    'playwright.config.ts': configOf('fullyParallel: true, workers: 4, globalSetup: "./setup.ts"'),
    'setup.ts': `import { leak } from './leak'; export default () => leak('in-setup');`,
    // Each test waits for the other by a file, so that the windows overlap for sure.
    'specs/both.spec.ts': `import { test } from '@mam/fixtures';
import { existsSync, writeFileSync } from 'node:fs';
import { leak } from '../leak';
const sleep = ${sleep};
async function meet(own: string, other: string) {
  writeFileSync(process.env.LIVE_PLANE + '/../' + own, '');
  while (!existsSync(process.env.LIVE_PLANE + '/../' + other)) await sleep(10);
}
test('one', async () => { await meet('one', 'two'); await sleep(50); leak('overlap'); await meet('one-done', 'two-done'); });
test('two', async () => { await meet('two', 'one'); await meet('two-done', 'one-done'); });
`,
    'specs/lone.spec.ts': `import { test } from '@mam/fixtures';
import { leak } from '../leak';
test.describe.configure({ mode: 'serial' });
test.beforeAll(() => {});
test('lone', async () => { await new Promise((r) => setTimeout(r, 50)); leak('lone'); await new Promise((r) => setTimeout(r, 50)); });
`,
  });
  const together = await project.run(['both.spec.ts']);
  expect(together.exitCode).toBe(1);
  expect(together.report?.tests.map(({ outcome }) => outcome)).toEqual(['expected', 'expected']);
  expect(together.leaks).toEqual([
    'in-setup.json: outside',
    'overlap.json: candidates both.spec.ts › one both.spec.ts › two',
  ]);
  const alone = await project.run(['lone.spec.ts']);
  expect(alone.exitCode).toBe(1);
  expect(alone.report?.tests.map(({ outcome }) => outcome)).toEqual(['expected']);
  expect(alone.leaks).toEqual(['lone.json: only lone.spec.ts › lone']);
});

test('what leaks at import, in beforeAll, in global setup or in afterAll is of no test', async ({ project }) => {
  project.write({
    'playwright.config.ts': configOf('globalSetup: "./setup.ts"'),
    'setup.ts': `import { leak } from './leak'; export default () => leak('global-setup');`,
    'specs/a.spec.ts': `import { test } from '@mam/fixtures';
import { leak } from '../leak';
if (process.env.TEST_WORKER_INDEX) leak('import');
test.beforeAll(() => leak('before-all'));
test.afterAll(() => leak('after-all'));
test('innocent', () => {});
test('innocent too', () => {});
`,
  });
  const { exitCode, report, leaks } = await project.run();
  expect(exitCode).toBe(1);
  expect(report?.tests.map(({ outcome }) => outcome)).toEqual(['expected', 'expected']);
  expect(leaks).toEqual([
    'after-all.json: outside',
    'before-all.json: outside',
    'global-setup.json: outside',
    'import.json: outside',
  ]);
});

test('a spec without the fixtures is named by the reporter', async ({ project }) => {
  project.write({
    'specs/plain.spec.ts': `import { test } from '@playwright/test';
import { leak } from '../leak';
test('plain', async () => { await new Promise((r) => setTimeout(r, 50)); leak('x'); await new Promise((r) => setTimeout(r, 50)); });
`,
  });
  const { exitCode, leaks } = await project.run();
  expect(exitCode).toBe(1);
  expect(leaks).toEqual(['x.json: only plain.spec.ts › plain']);
});
