import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Verdict } from '@mam/state-guard';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAM, type Machine, makeMachine, mam } from '../../testing/machine.ts';
import { ASLEEP } from '../../testing/processes.ts';

let machine: Machine;
let baseline: string;
beforeEach(() => {
  machine = makeMachine();
  baseline = join(machine.dir, 'baseline.mam');
});
afterEach(() => machine.remove());

const take = (...flags: string[]) => mam(machine, ['snapshot', '-o', baseline, ...flags]);
async function check(...flags: string[]) {
  const json = join(machine.dir, 'check.json');
  const result = await mam(machine, ['check', '--since', baseline, '--json', json, ...flags]);
  const report = existsSync(json) ? (JSON.parse(readFileSync(json, 'utf8')) as Verdict) : null;
  return { ...result, report, leaks: report?.leaks.map(({ change, path }) => `${change} ${path}`) };
}

describe('a baseline now, a verdict later', () => {
  test('nothing changed: status 0', async () => {
    expect((await take('-w', machine.live)).status).toBe(0);
    expect(await check()).toMatchObject({ status: 0, leaks: [] });
  });

  test('what changed in the registry and in a tree is found, with the likely route', async () => {
    const profile = join(machine.dir, 'home', 'profile');
    writeFileSync(profile, 'one\n');
    await take('-w', join(machine.dir, 'home'), '--watch-command', `store=cat ${profile}`);
    writeFileSync(profile, 'one\ntwo\n');
    writeFileSync(join(machine.plane, 'jobs/x.json'), '{}');
    const { status, stderr, leaks, report } = await check();
    expect(status).toBe(3);
    expect(leaks).toEqual([
      `modified ${profile}`,
      `added ${join(machine.plane, 'jobs/x.json')}`,
      'added command:store#two',
    ]);
    expect(stderr).toMatch(/likely route.*MAM_JOBS_DIR/);
    expect(report).toMatchObject({ command: [], exitCode: null, leaks: [{ detail: { appendedLines: 1 } }, {}, {}] });
  });

  test('the baseline file is no change of the tree that it lies in', async () => {
    await take('-w', machine.dir, '--ignore', '/tmp', '--ignore', 'check.json');
    expect(await check()).toMatchObject({ status: 0, leaks: [] });
  });
});

describe('a baseline that is refused in a sentence, with status 2', () => {
  test.each([
    ['absent', () => undefined, /cannot be read \(ENOENT\); give a file that mam snapshot wrote/],
    ['foreign', () => writeFileSync(baseline, '{"schema":"other"}\n'), /is no baseline of mam/],
    ['empty', () => writeFileSync(baseline, ''), /is no baseline of mam/],
    [
      'of another version',
      () => writeFileSync(baseline, 'mam-baseline/99\n…'),
      /another version \(mam-baseline\/99\); take it again/,
    ],
    [
      'cut short',
      async () => {
        await take('-w', machine.live);
        truncateSync(baseline, readFileSync(baseline).length - 40);
      },
      /is cut short or damaged; take it again/,
    ],
  ])('%s', async (_what, make, message) => {
    await make();
    const { status, stderr } = await check();
    expect([status, stderr.split('\n').length]).toEqual([2, 2]);
    expect(stderr).toMatch(message);
  });

  test('and one that cannot be written is said before anything is looked at', async () => {
    const { status, stderr } = await mam(machine, ['snapshot', '-o', join(machine.dir, 'no/b')]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('cannot be written (ENOENT)')]);
  });
});

describe('mam env', () => {
  /** A pipeline in one shell. */
  const pipeline = (script: string, env = machine.env) =>
    execFileSync('sh', ['-ec', `mam() { "$NODE" "$MAM" "$@"; }\n${script}`], {
      cwd: machine.checkout,
      env: { ...env, NODE: process.execPath, MAM },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  test('drops and pins in the shell that evaluates it, and check removes the sandbox', () => {
    const out = pipeline(
      `eval "$(mam env --drop-env 'AG_*')"; mam snapshot -o ${baseline}
       echo "$WORKSPACE_ROOT|\${AG_HOME-unset}|\${TMUX-unset}"; echo '{}' > "$MAM_JOBS_DIR/x.json"
       mam check --since ${baseline}; [ -e "$WORKSPACE_ROOT" ] || echo gone`,
      { ...machine.env, AG_HOME: '/live', TMUX: '/s,1,0' },
    );
    const [line = '', last] = out.trim().split('\n');
    expect(line).toMatch(/\/mam-\w+\/workspace\|unset\|unset$/);
    expect(last).toBe('gone');
  });

  test('what it recorded is watched, though the shell is pinned', async () => {
    const script = `eval "$(mam env)"; mam snapshot -o ${baseline}; echo '{}' > ${machine.plane}/jobs/x.json
       mam check --since ${baseline} --json ${machine.dir}/r.json || echo "status $?"`;
    expect(pipeline(script)).toBe('status 3\n');
    const report = JSON.parse(readFileSync(join(machine.dir, 'r.json'), 'utf8')) as Verdict;
    expect(report.binding.recorded.WORKSPACE_ROOT).toBe(machine.live);
    expect(report.binding.pinned).toContain('WORKSPACE_ROOT');
  });

  test('quotes what a shell would interpret', () => {
    const odd = join(machine.dir, "it's $HOME `x`");
    mkdirSync(join(odd, 'tmp'), { recursive: true });
    const out = pipeline('eval "$(mam env)"; echo "$WORKSPACE_ROOT"', { ...machine.env, TMPDIR: join(odd, 'tmp') });
    expect(dirname(dirname(out.trim()))).toBe(join(odd, 'tmp'));
  });

  test('processes that a pipeline left are waited for and named, and the sandbox that they may use is kept', () => {
    const script = `eval "$(mam env)"; mam snapshot -o ${baseline}; sleep 60 > /dev/null 2>&1 & pid=$!; ${ASLEEP}
       mam check --since ${baseline} --settle 50 --json ${machine.dir}/r.json 2> ${machine.dir}/said; kill $pid
       [ -d "$WORKSPACE_ROOT" ] && echo kept`;
    expect(pipeline(script)).toBe('kept\n');
    expect(readFileSync(join(machine.dir, 'said'), 'utf8')).toMatch(
      /The sandbox \S+ was kept, because sleep \(\d+\) may/,
    );
    const report = JSON.parse(readFileSync(join(machine.dir, 'r.json'), 'utf8')) as Verdict;
    expect(report.survivors).toMatchObject([{ name: 'sleep', ended: false }]);
  });

  test('a foreign session around is refused before anything is looked at', async () => {
    await take();
    const env = { ...machine.env, MAM_GUARD_SESSION: '{"version":99}' };
    const { status, stderr } = await mam(machine, ['check', '--since', baseline], { env });
    expect([status, stderr]).toEqual([2, expect.stringContaining('holds no guard session of this version of mam')]);
  });
});
