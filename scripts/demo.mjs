// A newcomer's first minute: a small real suite, green, that leaks one job into a live registry, and the guard that finds it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const mam = join(root, 'packages/cli/bin/mam.js');
process.env.TURBO_TELEMETRY_DISABLED = '1';

const build = spawnSync('turbo', ['run', 'build', '--filter=@mam/cli...'], { cwd: root, encoding: 'utf8' });
if (build.status !== 0) {
  process.stderr.write(`${build.stdout ?? ''}${build.stderr ?? build.error}\n`);
  process.exit(1);
}

const checkout = mkdtempSync(join(tmpdir(), 'mam-demo-'));
let status;
try {
  makeCheckout(checkout);
  console.log(
    'A checkout with a live registry, where the agent session "planner" works, and a green test suite in it:\n',
  );
  console.log(`$ cd ${checkout}\n$ mam run -- node --test --test-reporter=dot suite/registry.test.mjs\n`);
  const run = spawnSync(
    process.execPath,
    [mam, 'run', '--', 'node', '--test', '--test-reporter=dot', 'suite/registry.test.mjs'],
    {
      cwd: checkout,
      stdio: 'inherit',
    },
  );
  status = run.status;
} finally {
  rmSync(checkout, { recursive: true, force: true });
}

console.log(`\n$ echo $?\n${status}`);
console.log(
  status === 3
    ? '\nThe suite passed, and the guard did not: status 3 means leaks. Put `mam run --` before your own test command.'
    : '\nThe demo expected status 3 (leaks); something is wrong here.',
);
process.exitCode = status === 3 ? 0 : 1;

function makeCheckout(dir) {
  const plane = join(dir, '.mam');
  mkdirSync(join(dir, '.git'));
  mkdirSync(join(plane, 'jobs'), { recursive: true });
  mkdirSync(join(plane, 'delegate_job_logs', 'job-1'), { recursive: true });
  writeFileSync(join(plane, 'agent-sessions.yaml'), 'herdr_sessions:\n- name: planner\n  agent: claude\n');
  const job = { id: 'job-1', agent_session: 'herdr:planner', prompt: 'real work', status: 'running' };
  writeFileSync(join(plane, 'jobs', 'job-1.json'), JSON.stringify(job));
  writeFileSync(join(plane, 'delegate_job_logs', 'job-1', 'meta.json'), JSON.stringify(job));
  cpSync(join(root, 'demo', 'suite'), join(dir, 'suite'), { recursive: true });
}
