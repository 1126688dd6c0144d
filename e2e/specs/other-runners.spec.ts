import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readVerdict } from '../harness/inline-project.ts';
import { expect, test } from '../harness/test.ts';

const README = fileURLToPath(new URL('../../packages/fixtures/README.md', import.meta.url));

test('vitest: the verdict fails the run, and the workers have the sandbox', async ({ project, installed }) => {
  const spec = (body: string) => `import { expect, test } from 'vitest';
import { leak } from './leak';
test('one', () => { expect(process.env.MAM_JOBS_DIR).toMatch(/mam-\\w+\\/workspace/); ${body} });
`;
  project.write({
    'vitest.config.mjs': `export default { test: { include: ['*.spec.ts'], globalSetup: ['@mam/fixtures/vitest', './down.mjs'] } };`,
    'down.mjs': `import { writeFileSync } from 'node:fs';
export const teardown = () => { if (process.env.LEAK_LATE) writeFileSync(process.env.LIVE_PLANE + '/jobs/late.json', '{}'); };`,
    'a.spec.ts': spec(''),
  });
  const vitest = [join(installed.modules, 'vitest/vitest.mjs'), 'run'];
  const clean = await project.exec(process.execPath, vitest);
  expect(clean.stdout + clean.stderr).toMatch(/mam: clean, /);
  expect(clean.exitCode).toBe(0);
  expect(clean.verdict?.verdict).toBe('clean');

  project.write({ 'a.spec.ts': spec("leak('x');") });
  const leaky = await project.exec(process.execPath, vitest, { env: { LEAK_LATE: '1' } });
  expect(leaky.exitCode).toBe(1);
  expect(leaky.verdict?.leaks.map(({ path }) => path)).toEqual([
    `${project.plane}/jobs/late.json`,
    `${project.plane}/jobs/x.json`,
  ]);
  expect((leaky.stdout + leaky.stderr).match(/mam: 2 leaks/g)?.length).toBe(1);
});

test('pytest: ten lines of conftest name the test in the verdict of mam run', async ({ project, installed }) => {
  // Through a shell, which says of a missing program what it says of a missing module; and in the environment of the run.
  const python = await project.exec('sh', ['-c', 'python3 -m pytest --version']);
  test.skip(python.exitCode !== 0, 'python3 has no pytest here');
  const recipe = /```python\n([\s\S]*?)```/.exec(readFileSync(README, 'utf8'))?.[1] ?? '';
  expect(recipe.trim().split('\n').length).toBeLessThanOrEqual(12);
  project.write({
    'conftest.py': recipe,
    'test_a.py': `import json, os, time

def test_clean():
    assert "mam-" in os.environ["MAM_JOBS_DIR"]

def test_leaky():
    time.sleep(0.05)
    with open(os.environ["LIVE_PLANE"] + "/jobs/x.json", "w") as record:
        json.dump({"prompt": "x"}, record)
    time.sleep(0.05)
`,
  });
  const json = join(project.dir, 'guard.json');
  const mam = join(installed.modules, '@mam/cli/bin/mam.js');
  const run = ['run', '--json', json, '--', 'python3', '-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'];
  const { exitCode, stdout } = await project.exec(process.execPath, [mam, ...run]);
  expect(stdout).toContain('2 passed');
  expect(exitCode).toBe(3);
  expect(readVerdict(json)?.leaks).toMatchObject([
    { path: `${project.plane}/jobs/x.json`, attribution: 'only', tests: ['test_a.py::test_leaky'] },
  ]);
});
