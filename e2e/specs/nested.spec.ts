import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configOf, readVerdict } from '../harness/inline-project.ts';
import { expect, test } from '../harness/test.ts';

test('inside mam run, the inner session records what the outer one recorded, and both verdicts name the test', async ({
  project,
  installed,
}) => {
  project.write({
    'playwright.config.ts': configOf(),
    'specs/a.spec.ts': `import { test, expect } from '@mam/fixtures';
import { leak } from '../leak';
test('knows the outermost binding', ({ ambientControlPlane }) => {
  expect(ambientControlPlane.recorded.MAM_JOBS_DIR).toBe(process.env.LIVE_PLANE + '/jobs');
  leak('x');
});
test('innocent', () => {});
`,
  });
  const json = join(project.dir, 'outer.json');
  const mam = join(installed.modules, '@mam/cli/bin/mam.js');
  const words = ['run', '--json', json, '--', process.execPath, installed.cli, 'test'];
  const { exitCode, leaks } = await project.exec(process.execPath, [mam, ...words]);
  expect(exitCode).toBe(1);
  expect(leaks).toEqual(['x.json: only a.spec.ts › knows the outermost binding']);
  const outer = readVerdict(json);
  expect(outer?.leaks).toMatchObject([
    { path: `${project.plane}/jobs/x.json`, attribution: 'only', tests: ['a.spec.ts › knows the outermost binding'] },
  ]);
  expect(outer?.exitCode).toBe(1);
});

test('contained by mam run, a leak fails its spec and never reaches the live plane', async ({ project, installed }) => {
  test.skip(process.platform !== 'linux', 'the modes contain and read-only are for Linux');
  const mam = join(installed.modules, '@mam/cli/bin/mam.js');
  const { stdout: doctor } = await project.exec(process.execPath, [mam, 'doctor']);
  test.skip(!/contain.*(as root|through a user namespace)/.test(doctor), 'this machine gives no containment');
  project.write({
    'playwright.config.ts': configOf(),
    'specs/a.spec.ts': `import { test } from '@mam/fixtures';
import { leak } from '../leak';
test('leaky', () => leak('x'));
`,
  });
  const words = ['run', '--mode', 'contain', '--', process.execPath, installed.cli, 'test'];
  const { exitCode, report } = await project.exec(process.execPath, [mam, ...words]);
  expect(exitCode).toBe(1);
  expect(report?.tests.map(({ outcome }) => outcome)).toEqual(['unexpected']);
  expect(() => readFileSync(join(project.plane, 'jobs/x.json'))).toThrow('ENOENT');
});

test('the server that the UI mode drives takes one baseline for all of its runs, and gives the verdict when it ends', async ({
  project,
}) => {
  project.write({
    'playwright.config.ts': configOf("reporter: 'line'"),
    'specs/a.spec.ts': `import { test } from '@mam/fixtures';
import { existsSync } from 'node:fs';
import { leak, PLANE } from '../leak';
test('leaky', () => { const again = existsSync(PLANE + '/jobs/x0.json'); leak(again ? 'x1' : 'x0'); });
`,
  });
  const typed: string[] = [];
  const { stdout, verdict, leaks } = await project.run([], {
    // The watch mode has the server of the UI mode, without its window.
    env: { PWTEST_WATCH: '1' },
    stdin: true,
    during: (runner, output) => {
      const type = (key: string) => {
        typed.push(key);
        runner.stdin?.write(key);
      };
      const timer = setInterval(() => {
        const failures = output().match(/1 failed/g)?.length ?? 0;
        if (typed.length === 0 && /Waiting for file changes/.test(output())) type('\r');
        if (typed.length === 1 && failures === 1) type('\r');
        if (typed.length === 2 && failures === 2) type('q');
      }, 50);
      runner.once('exit', () => clearInterval(timer));
    },
  });
  expect(typed).toEqual(['\r', '\r', 'q']);
  expect(leaks).toEqual(['x0.json: only a.spec.ts › leaky', 'x1.json: only a.spec.ts › leaky']);
  expect(verdict?.verdict).toBe('leaks');
  expect(stdout.match(/mam: 2 leaks/g)).toHaveLength(1);
});
