import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '@mam/state-guard';
import { configOf, readVerdict } from '../harness/inline-project.ts';
import { expect, test } from '../harness/test.ts';

const mamOf = (modules: string) => join(modules, '@mam/cli/bin/mam.js');

test('each shard writes its own verdict, and mam report merge joins them and is the gate', async ({
  project,
  installed,
}) => {
  project.write({
    'playwright.config.ts': configOf("fullyParallel: true, reporter: [['blob']]"),
    'specs/a.spec.ts': `import { test } from '@mam/fixtures';
import { leak } from '../leak';
test('first', ({ mamSandbox }) => leak('x'));
test('second', () => leak('y'));
test('third', () => {});
test('fourth', () => {});
`,
  });
  const kept = join(project.dir, 'collected');
  mkdirSync(kept);
  const statuses: (number | null)[] = [];
  for (const shard of ['1/2', '2/2']) {
    const { exitCode } = await project.run([`--shard=${shard}`]);
    statuses.push(exitCode);
    for (const name of readdirSync(join(project.dir, 'blob-report'))) {
      project.write({ [`collected/${name}`]: '' });
      const { copyFileSync } = await import('node:fs');
      copyFileSync(join(project.dir, 'blob-report', name), join(kept, name));
    }
  }
  expect(statuses).toEqual([1, 0]);
  const shards = [1, 2].map((shard) => join(project.dir, `mam-report/verdict-${shard}-of-2.json`));
  expect(shards.map((path) => readVerdict(path)?.verdict)).toEqual(['leaks', 'clean']);

  const merged = join(project.dir, 'merged.json');
  const gate = await project.exec(process.execPath, [
    mamOf(installed.modules),
    'report',
    'merge',
    ...shards,
    '--json',
    merged,
  ]);
  expect(gate.exitCode).toBe(3);
  const { verdict, leaks } = readVerdict(merged) as Verdict;
  expect(verdict).toBe('leaks');
  expect(leaks.map(({ path, tests }) => [path, tests])).toEqual([
    [`${project.plane}/jobs/x.json`, ['a.spec.ts › first']],
    [`${project.plane}/jobs/y.json`, ['a.spec.ts › second']],
  ]);

  // Playwright's own merge is no gate; but what was attached to failed specs comes through it.
  const blobs = await project.exec(process.execPath, [installed.cli, 'merge-reports', '--reporter=json', 'collected'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: 'merged-playwright.json' },
  });
  expect(blobs.exitCode).toBe(0);
  const text = readFileSync(join(project.dir, 'merged-playwright.json'), 'utf8');
  expect(text.match(/"name": "mam-guard"/g)?.length).toBeGreaterThanOrEqual(2);
  expect(text).toContain('"name": "mam-sandbox"');
});

test('two shards that leak nothing merge to a clean verdict, with exit status 0', async ({ project, installed }) => {
  project.write({
    'specs/a.spec.ts': `import { test } from '@mam/fixtures'; test('one', () => {});`,
    'specs/b.spec.ts': `import { test } from '@mam/fixtures'; test('two', () => {});`,
  });
  for (const shard of ['1/2', '2/2']) expect((await project.run([`--shard=${shard}`])).exitCode).toBe(0);
  const shards = [1, 2].map((shard) => join(project.dir, `mam-report/verdict-${shard}-of-2.json`));
  const gate = await project.exec(process.execPath, [mamOf(installed.modules), 'report', 'merge', ...shards]);
  expect(gate.exitCode).toBe(0);
  rmSync(join(project.dir, 'mam-report'), { recursive: true });
});

test('merge-reports with a guarded configuration takes no baseline and gives no verdict', async ({
  project,
  installed,
}) => {
  project.write({
    'playwright.config.ts': configOf("reporter: [['blob']]"),
    'specs/a.spec.ts': `import { test } from '@mam/fixtures'; test('one', () => {});`,
  });
  expect((await project.run()).exitCode).toBe(0);
  project.write({ 'playwright.config.ts': configOf() });
  const { exitCode, stdout, verdict } = await project.exec(process.execPath, [
    installed.cli,
    'merge-reports',
    '-c',
    'playwright.config.ts',
    'blob-report',
  ]);
  expect(stdout).not.toContain('mam:');
  expect(verdict).toBeNull();
  expect(exitCode).toBe(0);
});
