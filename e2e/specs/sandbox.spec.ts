import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../harness/test.ts';

test('a sandbox goes with its test, and is kept and attached when the test fails, or when its leak fails it', async ({
  project,
}) => {
  project.write({
    'specs/a.spec.ts': `import { test, expect } from '@mam/fixtures';
import { appendFileSync } from 'node:fs';
import { leak } from '../leak';
const note = (name: string, path: string) => appendFileSync('roots', name + ' ' + path + '\\n');
test('passes', async ({ mamSandbox }) => { await mamSandbox.seedJob(); note('passes', mamSandbox.root); });
test('fails', async ({ mamSandbox }) => { await mamSandbox.seedJob({ prompt: 'look here' }); note('fails', mamSandbox.root); expect(1).toBe(2); });
test('leaks', async ({ mamSandbox }) => { note('leaks', mamSandbox.root); leak('x'); });
`,
  });
  const temp = join(project.dir, '../temp');
  project.write({ '../temp/.keep': '' });
  const { report, stdout } = await project.run([], { env: { TMPDIR: temp } });
  const roots = Object.fromEntries(
    readFileSync(join(project.dir, 'roots'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  );
  expect(new Set(Object.values(roots)).size).toBe(3);
  expect(Object.entries(roots).map(([name, root]) => [name, existsSync(root)])).toEqual([
    ['passes', false],
    ['fails', true],
    ['leaks', true],
  ]);
  expect(report?.tests.map(({ attachments }) => attachments.filter((name) => name.startsWith('mam-')))).toEqual([
    [],
    ['mam-sandbox'],
    ['mam-sandbox', 'mam-guard'],
  ]);
  expect(stdout).toContain(
    `mam: The sandbox ${roots.fails} of a.spec.ts › fails was kept; remove it when you have looked.`,
  );
  // Nothing else is left of the run.
  expect(
    readdirSync(temp)
      .filter((name) => name.startsWith('mam-'))
      .sort(),
  ).toEqual([roots.fails, roots.leaks].map((root) => root?.split('/').at(-1)).sort());
});

test('an agent session that a test made in its sandbox and that turns up in a live plane is a leak, with its jobs', async ({
  project,
}) => {
  project.write({
    'specs/a.spec.ts': `import { test } from '@mam/fixtures';
import { appendFileSync, writeFileSync } from 'node:fs';
import { PLANE } from '../leak';
test('leaks both', async ({ mamSandbox }) => {
  const { name } = await mamSandbox.seedSession();
  appendFileSync(PLANE + '/agent-sessions.yaml', '- name: ' + name + '\\n');
  writeFileSync(PLANE + '/jobs/x.json', JSON.stringify({ agent_session: 'herdr:' + name, prompt: 'x' }));
});
`,
  });
  for (const workers of [1, 2]) {
    const { exitCode, verdict } = await project.run([`--workers=${workers}`]);
    expect(exitCode).toBe(1);
    expect(verdict?.suspects).toEqual([]);
    expect(
      verdict?.leaks.map(({ entry, reason, tests }) => `${entry}, ${reason.replace(/"[^"]+"/, '…')}, ${tests}`).at(-1),
    ).toBe("record, its agent session … is one of this run's own, a.spec.ts › leaks both");
    expect(verdict?.leaks.map(({ reason }) => reason)).toContain(
      "an agent session of this run's own, registered in a live sessions file",
    );
    const { rmSync } = await import('node:fs');
    rmSync(join(project.plane, 'jobs/x.json'));
  }
});

test('exec deletes what is undefined, feeds input, keeps to its time, and never throws for a status', async ({
  mamSandbox,
}) => {
  const script = 'printf "%s|" "${WORKSPACE_ROOT-unset}" "${MAM_JOBS_DIR-unset}" "$EXTRA"; cat; pwd >&2; exit 3';
  const result = await mamSandbox.exec('sh', ['-c', script], {
    env: { MAM_JOBS_DIR: undefined, EXTRA: 'more' },
    input: 'in',
  });
  expect(result).toEqual({
    exitCode: 3,
    signal: null,
    stdout: `${mamSandbox.path}|unset|more|in`,
    stderr: `${mamSandbox.path}\n`,
    timedOut: false,
  });
  expect(await mamSandbox.exec('sleep', ['60'], { timeout: 100 })).toMatchObject({
    exitCode: null,
    signal: 'SIGKILL',
    timedOut: true,
  });
  await expect(mamSandbox.exec('no-such-program')).rejects.toThrow(
    /"no-such-program" cannot be run in the sandbox \(spawn no-such-program ENOENT\); put it on its PATH\./,
  );
});

test('the mocks are on the PATH of the sandbox, and of nothing else', async ({ mamSandbox, mockHerdr, mockAgents }) => {
  const asked = await mamSandbox.exec('claude', ['-p', 'plan']);
  expect(asked).toMatchObject({ exitCode: 0, stdout: 'plan\n' });
  const created = await mamSandbox.exec('herdr', ['workspace', 'create', '--cwd', mamSandbox.path]);
  expect(created.exitCode, created.stderr).toBe(0);
  expect(mockHerdr.journal().map(({ args }) => args.slice(0, 2))).toEqual([['workspace', 'create']]);
  expect(mockAgents.journal().map(({ prompts, cwd }) => [prompts, cwd])).toEqual([[['plan'], mamSandbox.path]]);
  expect(process.env.PATH).not.toContain(mamSandbox.root);
});
