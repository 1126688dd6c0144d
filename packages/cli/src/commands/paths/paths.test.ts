import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Machine, makeMachine, mam } from '../../testing/machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

test('each path stands with its source and with what was passed over', async () => {
  const env = { PATH: machine.env.PATH ?? '', MAM_JOBS_DIR: '', WORKSPACE_ROOT: '/absent' };
  const { status, stdout, stderr } = await mam(machine, ['paths'], { env });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout.replaceAll(machine.checkout, '<checkout>')).toMatchInlineSnapshot(`
    "registry       <checkout>/.mam/jobs
                   from the working directory
                   passed over MAM_JOBS_DIR="": it is set but empty, which counts as unset
                   passed over WORKSPACE_ROOT="/absent": it is not a directory
    audit log      <checkout>/.mam/delegate_job_logs
                   from the working directory
                   passed over MAM_JOBS_DIR="": it is set but empty, which counts as unset
                   passed over WORKSPACE_ROOT="/absent": it is not a directory
    sessions file  <checkout>/.mam/agent-sessions.yaml
                   from the working directory
                   passed over WORKSPACE_ROOT="/absent": it is not a directory
    "
  `);
});

test('--json gives the same as data', async () => {
  const { stdout } = await mam(machine, ['paths', '--json', '--registry-dir', 'mine/jobs']);
  expect(JSON.parse(stdout)).toEqual({
    registry: { path: join(machine.checkout, 'mine/jobs'), source: 'flag', passedOver: [] },
    auditLog: { path: join(machine.checkout, 'mine/delegate_job_logs'), source: 'registry flag', passedOver: [] },
    sessionsFile: { path: machine.env.AGENT_SESSIONS_YAML, source: 'AGENT_SESSIONS_YAML', passedOver: [] },
  });
});
