import { expect, test } from '../harness/test.ts';

test.use({ playwrightVersion: 'floor' });

test('Playwright 1.52: the spec that leaked fails itself, a restarted worker absorbs nothing, and the verdict lists all', async ({
  project,
  installed,
}) => {
  project.write({
    'specs/a.spec.ts': `import { test, expect } from '@mam/fixtures';
import { leak } from '../leak';
test('leaky', () => leak('x'));
test('leaks and fails', () => { leak('y'); expect(1).toBe(2); });
test('clean', async ({ mamSandbox, mockHerdr, mockAgents }) => {
  expect((await mamSandbox.exec('claude', ['-p', 'hello'])).stdout).toBe('hello\\n');
});
`,
  });
  const version = await project.exec(process.execPath, [installed.cli, '--version']);
  expect(version.stdout).toBe('Version 1.52.0\n');
  const { exitCode, report, leaks } = await project.run();
  expect(exitCode).toBe(1);
  expect(report?.tests.map(({ outcome }) => outcome)).toEqual(['unexpected', 'unexpected', 'expected']);
  expect(report?.tests[0]?.errors[0]).toMatch(/^StateLeakError: 1 entry in a live control plane was made/);
  expect(report?.tests[0]?.location).toBe(`${project.dir}/specs/a.spec.ts:3`);
  expect(leaks).toEqual(['x.json: only a.spec.ts › leaky', 'y.json: only a.spec.ts › leaks and fails']);
  expect(report?.errors[0]).toMatch(/^StateLeakError: mam: 2 leaks/);
});

test('Playwright 1.52: several workers, a killed one, --reporter=dot and the clean twin', async ({ project }) => {
  const spec = (body: string) => `import { test } from '@mam/fixtures';
import { leak } from '../leak';
test('one', async () => { ${body} });
`;
  project.write({
    'specs/a.spec.ts': spec("leak('x'); process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});"),
    'specs/b.spec.ts': spec(''),
  });
  const killed = await project.run(['--workers=2', '--reporter=dot']);
  expect(killed.exitCode).toBe(1);
  expect(killed.leaks).toHaveLength(1);
  expect(killed.leaks[0]).toContain('a.spec.ts › one');
  project.write({ 'specs/a.spec.ts': spec('') });
  const clean = await project.run(['--workers=2', '--reporter=dot']);
  expect(clean).toMatchObject({ exitCode: 0, leaks: [], verdict: { verdict: 'clean' } });
});
