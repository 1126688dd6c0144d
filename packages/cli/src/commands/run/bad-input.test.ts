import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BINDING_VARIABLES } from '@mam/registry-paths';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { guarded, guardedCommand, MAM, type Machine, makeMachine, mam } from '../../testing/machine.ts';
import { PLAIN_USER } from '../../testing/processes.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

describe('the command line', () => {
  test('an unknown option is named with the nearest one', async () => {
    const { status, stderr } = await mam(machine, ['run', '--jsn', 'x', '--', 'true']);
    expect(status).toBe(2);
    expect(stderr).toBe("mam: unknown option '--jsn'\n(Did you mean --json?)\n");
  });

  test('an unknown command is named with the nearest one', async () => {
    const { status, stderr } = await mam(machine, ['rnu', '--', 'true']);
    expect(status).toBe(2);
    expect(stderr).toBe("mam: unknown command 'rnu'\n(Did you mean run?)\n");
  });

  test.each([['-1'], ['1.5'], ['x'], [''], ['2147483648']])('--settle %j is refused', async (value) => {
    const { status, stderr } = await mam(machine, ['run', '--settle', value, '--', 'true']);
    expect(status).toBe(2);
    expect(stderr).toContain('Give a whole number of milliseconds, as in 1000.');
  });

  test('--json into a directory that is not there is refused before the run', async () => {
    const marker = join(machine.dir, 'ran');
    const { status, stderr } = await mam(machine, [
      'run',
      '--json',
      join(machine.dir, 'no/r.json'),
      '--',
      'touch',
      marker,
    ]);
    expect(status).toBe(2);
    expect(stderr).toContain('cannot be written (ENOENT); give a file in a directory that exists and is writable.');
    expect(existsSync(marker)).toBe(false);
  });

  test('--json through a loop of links is refused before the run', async () => {
    symlinkSync('loop', join(machine.dir, 'loop'));
    const { status, stderr } = await mam(machine, ['run', '--json', join(machine.dir, 'loop/r.json'), '--', 'true']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('cannot be written (ELOOP)')]);
  });

  test('a foreign MAM_GUARD_SESSION is refused', async () => {
    const { status, stderr } = await mam(machine, ['run', '--', 'true'], {
      env: { ...machine.env, MAM_GUARD_SESSION: 'x' },
    });
    expect(status).toBe(2);
    expect(stderr).toContain('MAM_GUARD_SESSION holds no guard session of this version of mam; unset it');
  });
});

describe('the command', () => {
  test('not found is 127, not executable is 126, each with a verdict', async () => {
    const missing = await guardedCommand(machine, ['no-such-command-here']);
    expect([missing.status, missing.report.exitCode, missing.report.verdict]).toEqual([127, 127, 'clean']);
    expect(missing.stderr).toContain('The command "no-such-command-here" was not found');
    const file = join(machine.dir, 'plain');
    writeFileSync(file, 'x', { mode: 0o644 });
    const refused = await guardedCommand(machine, [file]);
    expect([refused.status, refused.report.exitCode]).toEqual([126, 126]);
    expect(refused.stderr).toContain('is not executable');
  });

  test('may remove its working directory', async () => {
    const cwd = join(machine.checkout, 'gone');
    mkdirSync(cwd);
    const script = `rm -rf "$PWD"; echo '{}' > ${machine.plane}/jobs/x.json`;
    const { status, report } = await guarded(machine, script, [], { cwd });
    expect([status, report.leaks.length]).toEqual([3, 1]);
  });

  test('reads stdin, and its stdout is its own', async () => {
    const { stdout, status } = await guarded(machine, 'cat; echo to-stderr >&2', [], { input: 'through' });
    expect([stdout, status]).toEqual(['through', 0]);
  });
});

describe("the guard's own output", () => {
  test('a closed stdout or stderr changes nothing', async () => {
    const report = join(machine.dir, 'r.json');
    const run = `${process.execPath} ${MAM} run --json ${report} -- true`;
    const script = `{ ${run}; echo $? > ${machine.dir}/a; } | true; ${run} 2>&-; echo $? > ${machine.dir}/b; ${process.execPath} ${MAM} paths | true; echo \${PIPESTATUS[0]} > ${machine.dir}/c`;
    execFileSync('bash', ['-c', script], { cwd: machine.checkout, env: machine.env, stdio: 'ignore' });
    const read = (name: string) => execFileSync('cat', [join(machine.dir, name)], { encoding: 'utf8' }).trim();
    expect(['a', 'b', 'c'].map(read)).toEqual(['0', '0', '0']);
  });

  test.skipIf(!existsSync('/dev/full'))('a full disk under the report is said, and the verdict stands', async () => {
    const clean = await mam(machine, ['run', '--json', '/dev/full', '--', 'true']);
    expect(clean.status).toBe(4);
    expect(clean.stderr).toContain('The report "/dev/full" could not be written (ENOSPC); the verdict stands above.');
    const leak = ['bash', '-c', `echo '{}' > ${machine.plane}/jobs/x.json`];
    expect((await mam(machine, ['run', '--json', '/dev/full', '--', ...leak])).status).toBe(3);
  });
});

describe('a binding variable', () => {
  test('that is relative is resolved against the working directory', async () => {
    const env = { ...machine.env, MAM_JOBS_DIR: '../live/.mam/jobs' };
    const { report } = await guarded(machine, `cd /; echo '{}' > ${machine.plane}/jobs/x.json`, [], { env });
    expect(report.leaks.map(({ path }) => path)).toEqual([join(machine.plane, 'jobs/x.json')]);
  });

  test.each([
    ['empty', () => ''],
    ['a file', () => file('f')],
    ['a dangling link', () => dangling('d')],
    ['absent', () => join(machine.dir, 'absent')],
  ])('that is %s is recorded, dropped, and no failure', async (_kind, value) => {
    const given = value();
    const bound = Object.fromEntries(BINDING_VARIABLES.map((name) => [name, given]));
    const env = { ...machine.env, ...bound };
    const { status, report } = await guarded(machine, 'true', [], { env });
    expect([status, report.verdict]).toEqual([0, 'clean']);
    expect(report.binding.recorded.WORKSPACE_ROOT).toBe(given);
  });

  const file = (name: string) => {
    writeFileSync(join(machine.dir, name), '');
    return join(machine.dir, name);
  };
  const dangling = (name: string) => {
    symlinkSync(join(machine.dir, 'nowhere'), join(machine.dir, name));
    return join(machine.dir, name);
  };
});

describe('what lies in the live plane', () => {
  test('names with newlines, control characters and invalid UTF-8 are found, shown escaped, with their bytes', async () => {
    const script = `cd ${machine.plane}/jobs; echo '{}' > $'new\\nline.json'; echo '{}' > $'bell\\a\\e[31m.json'; echo '{}' > $'bad\\xff.json'`;
    const { status, stderr, report } = await guarded(machine, script);
    expect(status).toBe(3);
    expect(report.leaks).toHaveLength(3);
    expect(stderr).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
    const bytes = report.leaks.map(({ detail }) => Buffer.from(String(detail.pathBase64), 'base64').toString('latin1'));
    expect(bytes.map((path) => path.slice(path.lastIndexOf('/') + 1)).sort()).toEqual([
      'bad\xff.json',
      'bell\x07\x1b[31m.json',
      'new\nline.json',
    ]);
  });

  test('records that are huge, binary or of the wrong shape are leaks with that reason', async () => {
    const script = `cd ${machine.plane}/jobs
      head -c 50000000 /dev/zero > huge.json; head -c 100 /dev/urandom > binary.json
      echo '[]' > list.json; echo null > null.json; echo '{"agent_session":7}' > number.json`;
    const { status, report } = await guarded(machine, script);
    expect(status).toBe(3);
    expect(report.leaks).toHaveLength(5);
    for (const { reason } of report.leaks) expect(reason).not.toBe('');
  });

  test('an invalid sessions file still gives the names that can be read, and the verdict is incomplete', async () => {
    writeFileSync(join(machine.plane, 'agent-sessions.yaml'), 'herdr_sessions:\n- name: planner\n  broken: [\n');
    const script = `echo '{"agent_session":"herdr:planner"}' > ${machine.plane}/jobs/x.json`;
    const { status, report } = await guarded(machine, script);
    expect([status, report.excused.length]).toEqual([4, 1]);
    expect(report.notCovered[0]?.path).toBe(join(machine.plane, 'agent-sessions.yaml'));
  });
});

test.runIf(PLAIN_USER !== null)('an unreadable registry is not covered: status 4, never taken for empty', async () => {
  execFileSync('chown', ['-R', '65534:65534', machine.dir]);
  chmodSync(machine.dir, 0o755);
  execFileSync('chown', ['0:0', join(machine.plane, 'jobs')]);
  chmodSync(join(machine.plane, 'jobs'), 0o700);
  const { status, report } = await guarded(machine, 'true', [], { through: PLAIN_USER ?? [] });
  expect([status, report.verdict]).toEqual([4, 'incomplete']);
  expect(report.notCovered).toEqual([{ path: join(machine.plane, 'jobs'), reason: 'EACCES' }]);
});

test('the sandbox leaves nothing in the temp directory', async () => {
  await guarded(machine, 'true');
  expect(readdirSync(join(machine.dir, 'tmp'))).toEqual([]);
});
