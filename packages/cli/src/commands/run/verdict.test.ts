import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { guarded, guardedCommand, type Machine, makeMachine, mam } from '../../testing/machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

const LEAK = (plane: string) => `echo '{"prompt":"x"}' > ${plane}/jobs/j9.json`;

describe('mam run around a shell script', () => {
  test('a record with no agent session in the live plane is a leak: found, named, status 3', async () => {
    const { status, stderr, report } = await guarded(machine, LEAK(machine.plane));
    expect(status).toBe(3);
    const path = join(machine.plane, 'jobs/j9.json');
    expect(report.verdict).toBe('leaks');
    expect(report.leaks).toMatchObject([
      {
        change: 'added',
        entry: 'record',
        path,
        probe: 'registry',
        reason: 'no agent_session',
        by: 'unknown',
        prompt: 'x',
      },
    ]);
    expect(stderr).toContain(path);
    expect(stderr).toContain('no agent_session');
    expect(stderr).toContain('left in place; check and remove by hand');
    expect(stderr).toMatch(/likely route.*MAM_JOBS_DIR/);
    expect(readFileSync(path, 'utf8')).toBe('{"prompt":"x"}\n');
  });

  test('a clean one is status 0, and the report lists what was recorded, dropped, pinned and watched', async () => {
    const { status, report } = await guarded(machine, 'true');
    expect(status).toBe(0);
    expect(report).toMatchObject({
      verdict: 'clean',
      exitCode: 0,
      signal: null,
      leaks: [],
      suspects: [],
      mode: 'observe',
    });
    const four = ['AGENT_SESSIONS_YAML', 'DELEGATE_JOB_LOGS_DIR', 'MAM_JOBS_DIR', 'WORKSPACE_ROOT'];
    expect(report.binding.dropped).toEqual(four);
    expect(report.binding.pinned).toEqual([...four, 'TMUX_TMPDIR'].sort());
    expect(report.binding.recorded.WORKSPACE_ROOT).toBe(machine.live);
    expect(report.watched.map(({ path }) => path)).toContain(join(machine.plane, 'jobs'));
  });

  test('a failing one keeps its status and still reports', async () => {
    const { status, report } = await guarded(machine, `${LEAK(machine.plane)}; exit 7`);
    expect(status).toBe(7);
    expect(report).toMatchObject({ verdict: 'leaks', exitCode: 7 });
    expect(report.leaks).toHaveLength(1);
  });

  test('one that follows the variables lands in the pinned sandbox, which is gone afterwards', async () => {
    const script = 'echo "$MAM_JOBS_DIR"; mkdir -p "$MAM_JOBS_DIR" && echo {} > "$MAM_JOBS_DIR/z.json"';
    const { status, stdout, report } = await guarded(machine, script);
    expect([status, report.verdict]).toEqual([0, 'clean']);
    expect(stdout.trim()).not.toBe(machine.env.MAM_JOBS_DIR);
    expect(() => readdirSync(dirname(stdout.trim()))).toThrow(/ENOENT/);
  });

  test('with --no-pin the variables are dropped and none is set: the working directory decides, and that is a leak', async () => {
    const script = 'd=${MAM_JOBS_DIR:-.mam/jobs}; mkdir -p "$d" && echo {} > "$d/z.json"';
    const { status, stderr, report } = await guarded(machine, script, ['--no-pin']);
    expect(status).toBe(3);
    expect(report.binding.pinned).toEqual([]);
    expect(report.leaks.map(({ path }) => path)).toEqual([join(machine.checkout, '.mam/jobs/z.json')]);
    expect(stderr).toMatch(/likely route.*(working directory|cwd)/);
  });

  test('--drop-env drops a family, --keep-env keeps one of it', async () => {
    const env = { ...machine.env, AG_HOME: '/a', AG_ROOT: '/b' };
    const script = 'echo "${AG_HOME-unset} ${AG_ROOT-unset}"';
    const { stdout, report } = await guarded(machine, script, ['--drop-env', 'AG_*', '--keep-env', 'AG_ROOT'], { env });
    expect(stdout).toBe('unset /b\n');
    expect(report.binding.dropped).toContain('AG_HOME');
    expect(report.binding.dropped).not.toContain('AG_ROOT');
  });

  test('--sandbox-home gives a fresh home family', async () => {
    const { stdout, status } = await guarded(machine, 'echo "$HOME $XDG_CONFIG_HOME $TMPDIR"', ['--sandbox-home']);
    expect(status).toBe(0);
    for (const path of stdout.trim().split(' ')) expect(path).toMatch(/\/mam-\w+\/(home|home\/\.config|tmp)$/);
  });
});

describe('a live writer beside a clean command', () => {
  /** A process outside the run delegates as soon as the command runs; the command ends when it has seen the audit log. */
  async function besides(record: object) {
    const { plane, dir } = machine;
    const live = `while [ ! -e ${dir}/runs ]; do sleep .02; done
      echo '${JSON.stringify(record)}' > ${plane}/jobs/j10.json
      mkdir ${plane}/delegate_job_logs/j10; echo '{}' > ${plane}/delegate_job_logs/j10/meta.json; touch ${dir}/written`;
    const writer = spawn('bash', ['-c', live], { stdio: 'ignore' });
    const result = await guarded(machine, `touch ${dir}/runs; while [ ! -e ${dir}/written ]; do sleep .02; done`);
    writer.kill('SIGKILL');
    return result;
  }

  test('that delegates to a registered agent session is no leak: excused, with the agent session named', async () => {
    const { status, report } = await besides({ agent_session: 'herdr:planner', prompt: 'real' });
    expect([status, report.leaks, report.suspects]).toEqual([0, [], []]);
    expect(report.excused).toHaveLength(2);
    for (const { agentSession, reason } of report.excused) {
      expect(agentSession).toBe('herdr:planner');
      expect(reason).toContain('planner');
    }
  });

  test('that names none is a leak, record and audit log', async () => {
    const { status, report } = await besides({ prompt: 'real' });
    expect(status).toBe(3);
    expect(report.leaks.map(({ entry }) => entry).sort()).toEqual(['audit-log', 'record']);
  });
});

describe('a session that leaks with its job', () => {
  const script = (plane: string) =>
    `printf 'herdr_sessions:\\n- name: planner\\n- name: ghost\\n' > ${plane}/agent-sessions.yaml; ` +
    `echo '{"agent_session":"herdr:ghost"}' > ${plane}/jobs/g.json`;

  test('is suspect: status 0, and 3 under --strict', async () => {
    const { status, report } = await guarded(machine, script(machine.plane));
    expect([status, report.verdict]).toEqual([0, 'clean']);
    expect(report.suspects.map(({ entry }) => entry).sort()).toEqual(['agent-session', 'record']);
    const again = makeMachine();
    try {
      const strict = await guarded(again, script(again.plane), ['--strict']);
      expect([strict.status, strict.report.verdict]).toEqual([3, 'leaks']);
    } finally {
      again.remove();
    }
  });

  test("is a leak when the run's own sandbox registered that agent session", async () => {
    const own = `printf 'herdr_sessions:\\n- name: ghost\\n' > "$AGENT_SESSIONS_YAML"; ${script(machine.plane)}`;
    const { status, report } = await guarded(machine, own);
    expect(status).toBe(3);
    expect(report.leaks.map(({ entry }) => entry).sort()).toEqual(['agent-session', 'record']);
  });
});

test('the report is valid by the published schema, clean or not', async () => {
  const schemaFile = createRequire(import.meta.url).resolve('@mam/report/schema.json');
  const validate = new Ajv({ strict: true, allErrors: true }).compile(JSON.parse(readFileSync(schemaFile, 'utf8')));
  for (const script of ['true', LEAK(machine.plane), 'kill -9 $$']) {
    const { report } = await guarded(machine, script);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  }
});

describe('real suites', () => {
  const hasPytest = (() => {
    try {
      execFileSync('python3', ['-m', 'pytest', '--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();

  test.skipIf(!hasPytest)('pytest: one planted leak is found, its clean twin is status 0', async () => {
    const suite = join(machine.checkout, 'tests');
    mkdirSync(suite);
    const write = (target: string) =>
      writeFileSync(
        join(suite, 'test_jobs.py'),
        `import os, pathlib\ndef test_job():\n    (pathlib.Path(${target}) / 'py.json').write_text('{"prompt": "from pytest"}')\n`,
      );
    write(JSON.stringify(join(machine.plane, 'jobs')));
    const command = ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', suite];
    const leaking = await guardedCommand(machine, command);
    expect(leaking.stdout).toContain('1 passed');
    expect([leaking.status, leaking.report.leaks[0]?.prompt]).toEqual([3, 'from pytest']);
    write('os.environ["MAM_JOBS_DIR"]');
    const clean = await guardedCommand(machine, command);
    expect([clean.status, clean.report.verdict]).toEqual([0, 'clean']);
  });

  test('vitest: one planted leak is found, its clean twin is status 0', async () => {
    const suite = join(machine.checkout, 'suite');
    mkdirSync(suite);
    const write = (target: string) =>
      writeFileSync(
        join(suite, 'jobs.test.js'),
        `import { writeFileSync } from 'node:fs';\ntest('job', () => writeFileSync(${target} + '/v.json', '{"prompt":"from vitest"}'));\n`,
      );
    const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');
    const command = [process.execPath, vitest, 'run', '--root', suite, '--globals'];
    write(JSON.stringify(join(machine.plane, 'jobs')));
    const leaking = await guardedCommand(machine, command);
    expect(leaking.stdout).toContain('1 passed');
    expect([leaking.status, leaking.report.leaks[0]?.prompt]).toEqual([3, 'from vitest']);
    write('process.env.MAM_JOBS_DIR');
    const clean = await guardedCommand(machine, command);
    expect([clean.status, clean.report.verdict]).toEqual([0, 'clean']);
  });
});

test('an inner guard session records what the outer one recorded, and watches its roots', async () => {
  const inner = join(machine.dir, 'inner.json');
  const script = `node ${process.argv[1] ? '"$MAM"' : ''} run --json ${inner} -- bash -c '${LEAK(machine.plane).replaceAll("'", `'\\''`)}'`;
  const { status, report } = await guarded(machine, script, [], {
    env: { ...machine.env, MAM: (await import('../../testing/machine.ts')).MAM },
  });
  const innerReport = JSON.parse(readFileSync(inner, 'utf8'));
  expect(innerReport.binding.recorded).toEqual(report.binding.recorded);
  expect(innerReport.leaks.map(({ path }: { path: string }) => path)).toEqual([join(machine.plane, 'jobs/j9.json')]);
  // The inner guard's status is the outer command's own.
  expect([status, report.exitCode]).toEqual([3, 3]);
  expect(report.leaks).toHaveLength(1);
});

test('`mam` needs `run` and a command', async () => {
  for (const args of [['run'], ['run', '--'], ['run', '--', '']]) {
    const { status, stderr } = await mam(machine, args);
    expect([status, stderr]).toEqual([
      2,
      'mam: There is no command to run; give it after --, as in: mam run -- pytest\n',
    ]);
  }
});
