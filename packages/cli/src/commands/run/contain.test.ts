import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { guarded, type Machine, type MamOptions, makeMachine, mam } from '../../testing/machine.ts';
import { isRoot, PLAIN_USER } from '../../testing/processes.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

/** Whether a command line ends well: what a kernel or a container gives root, it need not give a plain user. */
const works = (...words: string[]) => spawnSync(words[0] ?? '', words.slice(1)).status === 0;
const through = PLAIN_USER ?? [];

/** The same specs as the user who runs the suite, and, from root, as a plain user: where each can have a mount namespace. */
const users: [string, MamOptions, boolean][] = [
  ['as this user', {}, works('unshare', ...(isRoot ? [] : ['-Ur']), '-m', 'true')],
];
if (isRoot) {
  const possible = PLAIN_USER !== null && works(...through, 'unshare', '-Ur', '-m', 'true');
  users.push(['as a plain user', { through }, possible]);
}

/** Without namespaces: of one that gives no further ones. Many a container has a /proc/sys that is read-only. */
const NO_MORE = 'echo 0 > /proc/sys/user/max_user_namespaces';

function prepare(options: MamOptions): void {
  if (options.through) execFileSync('chown', ['-R', '65534:65534', machine.dir]);
}

describe.each(users)('--mode contain %s', (_who, options, possible) => {
  const spec = test.runIf(possible);
  const contained = (script: string, ...flags: string[]) => {
    prepare(options);
    return guarded(machine, script, ['--mode', 'contain', ...flags], options);
  };

  spec('what the run did is known exactly, and never reached the live directory', async () => {
    const home = join(machine.dir, 'home');
    writeFileSync(join(home, 'config'), 'live\n');
    const script = `echo '{"agent_session":"herdr:planner"}' > ${machine.plane}/jobs/x.json
      echo more >> ${home}/config; mkdir ${home}/empty; cat ${home}/config`;
    const { status, stdout, stderr, report } = await contained(script, '-w', home);
    expect([status, stdout]).toEqual([3, 'live\nmore\n']);
    expect(
      report.leaks.map(({ change, entry, path, by, detail }) => [change, entry, path, by, detail.appendedLines]),
    ).toEqual([
      ['modified', 'file', join(home, 'config'), 'run', 1],
      ['added', 'directory', join(home, 'empty'), 'run', undefined],
      ['added', 'record', join(machine.plane, 'jobs/x.json'), 'run', undefined],
    ]);
    expect(stderr).toContain('captured; never reached the live directory');
    expect(readFileSync(join(home, 'config'), 'utf8')).toBe('live\n');
    expect([readdirSync(home), readdirSync(join(machine.plane, 'jobs'))]).toEqual([['config'], []]);
  });

  spec('an agent session and a job that the run leaks together are leaks, not suspects', async () => {
    const script = `printf -- '- name: ghost\\n' >> ${machine.plane}/agent-sessions.yaml
      echo '{"agent_session":"herdr:ghost"}' > ${machine.plane}/jobs/g.json; mkdir -p ${machine.plane}/delegate_job_logs/g`;
    const { report } = await contained(script);
    expect(report.suspects).toEqual([]);
    expect(report.leaks.map(({ entry, by }) => `${entry} ${by}`).sort()).toEqual([
      'agent-session run',
      'audit-log run',
      'record run',
    ]);
  });

  spec(
    'live processes go on undisturbed: what they delegate is excused, what nothing explains stays a leak, by others',
    async () => {
      const { plane, dir } = machine;
      const live = `while [ ! -e ${dir}/tmp/runs ]; do sleep .02; done
      echo '{"agent_session":"herdr:planner"}' > ${plane}/jobs/live.json; echo '{}' > ${plane}/jobs/odd.json; touch ${dir}/tmp/written`;
      prepare(options);
      const writer = spawn('bash', ['-c', live], { stdio: 'ignore' });
      const { status, report } = await contained(
        `touch ${dir}/tmp/runs; while [ ! -e ${dir}/tmp/written ]; do sleep .02; done`,
      );
      writer.kill('SIGKILL');
      expect(status).toBe(3);
      const named = (findings: typeof report.leaks) =>
        findings.map(({ path, by }) => `${path.split('/').at(-1)} ${by}`);
      expect([named(report.leaks), named(report.excused)]).toEqual([['odd.json others'], ['live.json others']]);
      expect(readdirSync(join(plane, 'jobs')).sort()).toEqual(['live.json', 'odd.json']);
    },
  );

  spec('--ignore and clean runs: status 0, ignored changes are counted', async () => {
    const home = join(machine.dir, 'home');
    const { status, report } = await contained(`touch ${home}/cache`, '-w', home, '--ignore', 'cache');
    expect([status, report.verdict, report.ignored]).toEqual([0, 'clean', 1]);
  });

  spec('--keep-captured keeps what the run would have written', async () => {
    const home = join(machine.dir, 'home');
    const kept = join(machine.dir, 'kept');
    const { stderr } = await contained(`echo hello > ${home}/new`, '-w', home, '--keep-captured', kept);
    expect(readFileSync(join(kept, 'files', home, 'new'), 'utf8')).toBe('hello\n');
    expect(stderr).toContain('Captured changes are kept in');
  });
});

describe.each(users)('--mode read-only %s', (_who, options, possible) => {
  const spec = test.runIf(possible);
  spec('a leak fails at the line that makes it, and the live directory stays as it is', async () => {
    prepare(options);
    const script = `echo '{}' > ${machine.plane}/jobs/x.json || echo refused`;
    const { status, stdout, report } = await guarded(machine, script, ['--mode', 'read-only'], options);
    expect([status, stdout, report.verdict]).toEqual([0, 'refused\n', 'clean']);
    expect(readdirSync(join(machine.plane, 'jobs'))).toEqual([]);
  });
});

describe('a mode that is not to be had', () => {
  test.runIf(works('unshare', '-Ur', 'sh', '-c', NO_MORE))(
    'is status 4 and one sentence with the cause and the remedy, and the command does not run',
    async () => {
      const marker = join(machine.dir, 'ran');
      // A namespace that gives no further ones, and a user without a right of his own.
      const script = `${NO_MORE} && exec setpriv --bounding-set -all --inh-caps -all "$@"`;
      const through = ['unshare', '-Ur', 'sh', '-c', script, 'sh'];
      const { status, stderr } = await mam(machine, ['run', '--mode', 'contain', '--', 'touch', marker], { through });
      expect(stderr).toMatch(/^mam: The mode contain is not to be had here, because .+; .+\.\n$/);
      expect(status).toBe(4);
      expect(existsSync(marker)).toBe(false);
      expect(readdirSync(join(machine.dir, 'tmp'))).toEqual([]);
    },
  );

  test('--keep-captured without contain is refused', async () => {
    const { status, stderr } = await mam(machine, ['run', '--keep-captured', 'x', '--', 'true']);
    expect([status, stderr]).toEqual([
      2,
      'mam: --keep-captured needs --mode contain; in another mode nothing is captured.\n',
    ]);
  });
});
