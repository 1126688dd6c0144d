import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../harness/free-port.ts';
import { configOf } from '../harness/inline-project.ts';
import { expect, test } from '../harness/test.ts';

const HEAD = `import { test, expect } from '@mam/fixtures';
import { leak } from '../leak';
`;
const outcomes = (report: { tests: { title: string; statuses: string[]; outcome: string }[] } | null) =>
  report?.tests.map(({ title, statuses, outcome }) => `${title}: ${statuses.join(', ')}, ${outcome}`);

test('G2: a restarted worker takes no new baseline, so a leak before the restart is not absorbed', async ({
  project,
}) => {
  project.write({
    'specs/a.spec.ts': `${HEAD}
test('leaks and fails', () => { leak('x'); expect(1).toBe(2); });
test('runs in a new worker', () => { expect(process.env.TEST_WORKER_INDEX).toBe('1'); });
`,
  });
  const { exitCode, report, leaks } = await project.run();
  expect(exitCode).toBe(1);
  expect(outcomes(report)).toEqual([
    'a.spec.ts › leaks and fails: failed, unexpected',
    'a.spec.ts › runs in a new worker: passed, expected',
  ]);
  // The test failed for itself: the guard attaches, and the verdict counts.
  expect(report?.tests[0]?.errors).toHaveLength(1);
  expect(report?.tests[0]?.attachments).toContain('mam-guard');
  expect(leaks).toEqual(['x.json: only a.spec.ts › leaks and fails']);
});

test('a retry that passes does not hide the leak of the first attempt', async ({ project }) => {
  project.write({
    'specs/a.spec.ts': `${HEAD}
test('flaky', ({}, testInfo) => { if (testInfo.retry === 0) leak('x'); });
`,
  });
  const { exitCode, report, leaks } = await project.run(['--retries=1']);
  expect(exitCode).toBe(1);
  expect(outcomes(report)).toEqual(['a.spec.ts › flaky: failed, passed, flaky']);
  expect(leaks).toEqual(['x.json: only a.spec.ts › flaky']);
});

test('each repetition answers for its own leak, and no leak is reported twice', async ({ project }) => {
  project.write({
    'specs/a.spec.ts': `${HEAD}
test('again', ({}, testInfo) => { leak('x' + testInfo.repeatEachIndex); });
`,
  });
  const { exitCode, report, leaks } = await project.run(['--repeat-each=2']);
  expect(exitCode).toBe(1);
  const errors = report?.tests.flatMap((each) => each.errors) ?? [];
  expect(errors.filter((error) => error.includes('/x0.json'))).toHaveLength(1);
  expect(errors.filter((error) => error.includes('/x1.json'))).toHaveLength(1);
  expect(leaks).toEqual(['x0.json: only a.spec.ts › again', 'x1.json: only a.spec.ts › again']);
});

test('test.fail, test.skip and a timeout do not hide a leak', async ({ project }) => {
  project.write({
    'specs/a.spec.ts': `${HEAD}
test('meant to fail', () => { test.fail(); leak('fail'); expect(1).toBe(2); });
test('meant to fail, and passes', () => { test.fail(); leak('pass'); });
test('skips itself', () => { leak('skip'); test.skip(); });
test('is slow', async () => { test.setTimeout(300); leak('slow'); await new Promise(() => {}); });
test('is innocent', () => {});
`,
  });
  const { exitCode, report, leaks } = await project.run();
  expect(exitCode).toBe(1);
  expect(outcomes(report)).toEqual([
    'a.spec.ts › meant to fail: failed, expected',
    'a.spec.ts › meant to fail, and passes: passed, unexpected',
    'a.spec.ts › skips itself: skipped, skipped',
    'a.spec.ts › is slow: timedOut, unexpected',
    'a.spec.ts › is innocent: passed, expected',
  ]);
  expect(leaks).toEqual([
    'fail.json: only a.spec.ts › meant to fail',
    'pass.json: only a.spec.ts › meant to fail, and passes',
    'skip.json: only a.spec.ts › skips itself',
    'slow.json: only a.spec.ts › is slow',
  ]);
});

for (const workers of [1, 4]) {
  test(`a worker that is killed, or that exits in its test, loses no leak and no name (${workers} workers)`, async ({
    project,
  }) => {
    project.write({
      'specs/a.spec.ts': `${HEAD}
test('is killed', async () => { leak('killed'); process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}); });
test('exits', async () => { leak('exits'); process.exit(0); });
test('is innocent', () => {});
`,
    });
    const { exitCode, leaks } = await project.run([`--workers=${workers}`]);
    expect(exitCode).toBe(1);
    expect(leaks).toEqual(['exits.json: only a.spec.ts › exits', 'killed.json: only a.spec.ts › is killed']);
  });
}

test('the verdict does not depend on a reporter', async ({ project }) => {
  project.write({ 'specs/a.spec.ts': `${HEAD}test('leaky', () => leak('x'));` });
  for (const workers of [1, 2]) {
    const { exitCode, leaks, stdout } = await project.run(['--reporter=dot', `--workers=${workers}`]);
    expect(exitCode).toBe(1);
    expect(leaks).toEqual(['x.json: only a.spec.ts › leaky']);
    expect(stdout).toContain('mam: 1 leak (observe, ');
    const { rmSync } = await import('node:fs');
    rmSync(join(project.plane, 'jobs/x.json'));
  }
});

test('--max-failures and --project leave the verdict as it is', async ({ project }) => {
  project.write({
    'playwright.config.ts': configOf("projects: [{ name: 'one' }, { name: 'two' }]"),
    'specs/a.spec.ts': `${HEAD}
test('fails', () => { leak('x'); expect(1).toBe(2); });
test('never runs', () => {});
`,
  });
  const { exitCode, report, leaks } = await project.run(['--max-failures=1', '--project=two']);
  expect(exitCode).toBe(1);
  expect(report?.tests.map(({ statuses }) => statuses.join())).toEqual(['failed', '']);
  expect(leaks).toEqual(['x.json: only [two] › a.spec.ts › fails']);
});

test('Ctrl-C ends the run with its verdict', async ({ project }) => {
  project.write({
    'specs/a.spec.ts': `${HEAD}
test('hangs', async () => { leak('x'); console.log('it hangs now'); await new Promise(() => {}); });
`,
  });
  let sent = false;
  const { exitCode, leaks, stdout } = await project.run([], {
    during: (runner, output) => {
      const timer = setInterval(() => {
        if (sent || !output().includes('it hangs now')) return;
        sent = true;
        clearInterval(timer);
        // As a terminal does: to the whole group.
        process.kill(-(runner.pid ?? 0), 'SIGINT');
      }, 20);
      runner.once('exit', () => clearInterval(timer));
    },
  });
  expect(sent).toBe(true);
  expect(exitCode).toBe(130);
  expect(leaks).toEqual(['x.json: only a.spec.ts › hangs']);
  expect(stdout).toContain('mam: 1 leak (observe, ');
});

test('a runner that is told to end by SIGTERM gives its verdict first', async ({ project }) => {
  project.write({
    'specs/a.spec.ts': `${HEAD}
test('hangs', async () => { leak('x'); console.log('it hangs now'); await new Promise(() => {}); });
`,
  });
  const { signal, leaks } = await project.run([], {
    during: (runner, output) => {
      const timer = setInterval(() => {
        if (!output().includes('it hangs now')) return;
        clearInterval(timer);
        runner.kill('SIGTERM');
      }, 20);
      runner.once('exit', () => clearInterval(timer));
    },
  });
  expect(signal).toBe('SIGTERM');
  expect(leaks).toEqual(['x.json: only a.spec.ts › hangs']);
});

test("a web server of the runner is no process that outlived the run, and a test's is", async ({ project }) => {
  const port = await freePort();
  project.write({
    'playwright.config.ts': configOf(
      `webServer: { command: 'exec node server.js ${port}', port: ${port} }`,
      'watchProcesses: true',
    ),
    'server.js': "require('node:http').createServer((_, answer) => answer.end('x')).listen(Number(process.argv[2]));",
    'specs/a.spec.ts': `${HEAD}test('asks', async () => { await fetch('http://localhost:${port}'); });`,
  });
  const clean = await project.run();
  expect(clean).toMatchObject({ exitCode: 0, verdict: { verdict: 'clean', survivors: [] } });
  project.write({
    'specs/a.spec.ts': `${HEAD}
import { spawn } from 'node:child_process';
test('leaves one', () => { spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }).unref(); });
`,
  });
  const leaky = await project.run();
  for (const { pid, name } of leaky.verdict?.survivors ?? []) if (name === 'sleep') process.kill(pid);
  expect(leaky).toMatchObject({ exitCode: 1, verdict: { verdict: 'leaks', survivors: [{ name: 'sleep' }] } });
  expect(leaky.verdict?.leaks.map(({ path }) => path)).toEqual(['process:sleep']);
});

test('a runner that ends before its global teardown gives the verdict at its exit', async ({ project }) => {
  project.write({
    'playwright.config.ts': configOf("globalSetup: './setup.ts'"),
    'setup.ts': `import { leak } from './leak'; export default () => { leak('x'); process.exit(0); };`,
    'specs/a.spec.ts': `${HEAD}test('never runs', () => {});`,
  });
  const { exitCode, leaks, stderr } = await project.run();
  expect(exitCode).toBe(1);
  expect(leaks).toEqual(['x.json: outside']);
  expect(stderr).toContain(
    'mam: The verdict was given at the exit of the runner, which ended before its global teardown.',
  );
});

test('a spec that cannot be loaded, and a setup that throws, do not hide what they leaked', async ({ project }) => {
  project.write({ 'specs/a.spec.ts': `${HEAD}leak('x'); throw new Error('no spec');` });
  const loading = await project.run();
  expect(loading.exitCode).toBe(1);
  expect(loading.leaks).toEqual(['x.json: outside']);
  project.write({
    'playwright.config.ts': configOf("globalSetup: './setup.ts'"),
    'setup.ts': `import { leak } from './leak'; export default () => { leak('y'); throw new Error('no setup'); };`,
    'specs/a.spec.ts': `${HEAD}test('never runs', () => {});`,
  });
  const setup = await project.run();
  expect(setup.exitCode).toBe(1);
  expect(setup.leaks).toEqual(['y.json: outside']);
});

test('a verdict of an earlier run is never taken for the one of a run that was killed', async ({ project }) => {
  project.write({
    'specs/a.spec.ts': `${HEAD}test('hangs', async () => { console.log('it hangs now'); await new Promise(() => {}); });`,
  });
  const json = join(project.dir, 'mam-report/verdict.json');
  // What a killed runner leaves behind goes with the sandbox of this test.
  project.write({ '../temp/.keep': '' });
  const { signal } = await project.run([], {
    env: { TMPDIR: join(project.dir, '../temp') },
    during: (runner, output) => {
      project.write({ 'mam-report/verdict.json': '{"verdict":"clean"}' });
      const timer = setInterval(() => {
        if (output().includes('it hangs now')) runner.kill('SIGKILL');
      }, 20);
      runner.once('exit', () => clearInterval(timer));
    },
  });
  expect(signal).toBe('SIGKILL');
  expect(existsSync(json)).toBe(false);
});

test('--list takes no baseline, keeps specs from the live plane, and leaves nothing behind', async ({
  project,
  mamSandbox,
}) => {
  const temp = join(mamSandbox.root, 'temp');
  project.write({
    '../temp/.keep': '',
    'specs/a.spec.ts': `${HEAD}
import { appendFileSync } from 'node:fs';
appendFileSync('seen', JSON.stringify({ jobs: process.env.MAM_JOBS_DIR, baseline: require('fs').readdirSync(process.env.WORKSPACE_ROOT + '/..') }) + '\\n');
test('listed', () => {});
`,
  });
  const { exitCode, stdout, verdict } = await project.run(['--list'], { env: { TMPDIR: temp } });
  expect(exitCode).toBe(0);
  expect(stdout).toContain('a.spec.ts:6:1 › listed');
  expect(verdict).toBeNull();
  const seen = JSON.parse(readFileSync(join(project.dir, 'seen'), 'utf8').split('\n')[0] ?? '') as {
    jobs: string;
    baseline: string[];
  };
  expect(seen.jobs).not.toContain(project.plane);
  expect(seen.baseline).not.toContain('baseline.mam');
  expect(readdirSync(temp).filter((name) => name.startsWith('mam-'))).toEqual([]);
  writeFileSync(join(project.dir, 'seen'), '');
});
