import { fileURLToPath } from 'node:url';
import { type ExecResult, expectRegisteredOnlyIn, type MamSandbox } from '@mam/fixtures';
import { expect, test } from '../harness/test.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const MAM = fileURLToPath(import.meta.resolve('@mam/cli/package.json')).replace('package.json', 'bin/mam.js');

/** The pane starts the agent when its shell is ready: a shell and a Node.js, of which a busy machine makes seconds. */
const PANE = { timeout: 60_000 };

/** The working directory is this repository's root on purpose: that is the shape of the tests that leaked. */
function createSessionFromRepoRoot(
  sandbox: MamSandbox,
  session: string,
  env: Record<string, undefined> = {},
): Promise<ExecResult> {
  const words = [
    'session',
    'create',
    '--workspace',
    sandbox.path,
    '--agent',
    'claude',
    '--role',
    'Creator',
    '--session',
    session,
  ];
  return sandbox.exec(process.execPath, [MAM, ...words], { cwd: REPOSITORY, env });
}

test('onboarding job stays in sandbox with explicit env', async ({
  mamSandbox,
  mockHerdr,
  mockAgents,
  ambientControlPlane,
}) => {
  const session = mamSandbox.unique('explicit-creator-claude');
  const before = ambientControlPlane.entries();
  const { exitCode, stdout, stderr } = await createSessionFromRepoRoot(mamSandbox, session);
  expect(exitCode, stderr + stdout).toBe(0);
  expectRegisteredOnlyIn(mamSandbox, session, before);
  expect(mockHerdr.journal().length).toBeGreaterThan(0);
  await expect.poll(() => mockAgents.journal().map(({ agent }) => agent), PANE).toEqual(['claude']);
});

test('onboarding job follows workspace root alone', async ({
  mamSandbox,
  mockHerdr,
  mockAgents,
  ambientControlPlane,
}) => {
  const session = mamSandbox.unique('wsroot-creator-claude');
  const before = ambientControlPlane.entries();
  const without = { MAM_JOBS_DIR: undefined, DELEGATE_JOB_LOGS_DIR: undefined };
  const { exitCode, stdout, stderr } = await createSessionFromRepoRoot(mamSandbox, session, without);
  expect(exitCode, stderr + stdout).toBe(0);
  expectRegisteredOnlyIn(mamSandbox, session, before);
  await expect.poll(() => mockAgents.journal().length, PANE).toBe(1);
  const [run] = mockAgents.journal();
  expect(run?.binding).toEqual(mamSandbox.binding);
  expect(mockHerdr.journal().every(({ exit }) => exit !== null)).toBe(true);
});

test('cli defaults are resolved per process', async ({ mamSandbox }) => {
  const words = ['job', 'submit', '--prompt', 'a probe', '--agent', 'claude-code', '--agent-session', 'herdr:probe'];
  const env = { MAM_JOBS_DIR: undefined, DELEGATE_JOB_LOGS_DIR: undefined };
  const { exitCode, stderr } = await mamSandbox.exec(process.execPath, [MAM, ...words], { cwd: REPOSITORY, env });
  expect(exitCode, stderr).toBe(0);
  const { readdirSync, readFileSync } = await import('node:fs');
  const [record, ...others] = readdirSync(mamSandbox.binding.MAM_JOBS_DIR);
  expect(others).toEqual([]);
  const { id, agent_session } = JSON.parse(readFileSync(`${mamSandbox.binding.MAM_JOBS_DIR}/${record}`, 'utf8'));
  expect(agent_session).toBe('herdr:probe');
  expect(readdirSync(mamSandbox.binding.DELEGATE_JOB_LOGS_DIR)).toEqual([id]);
});
