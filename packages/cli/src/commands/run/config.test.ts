import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type GuardedResult, guarded, type Machine, makeMachine, mam } from '../../testing/machine.ts';

let machine: Machine;
let agent: string;
beforeEach(() => {
  machine = makeMachine();
  agent = join(machine.dir, 'home/.agent');
  mkdirSync(agent);
});
afterEach(() => machine.remove());

const write = (text: string, name = 'mam.config.yaml') => writeFileSync(join(machine.checkout, name), text);
const leaked = (report: { leaks: { path: string }[] }) =>
  report.leaks.map(({ path }) => path.replace(`${machine.dir}/`, '')).sort();

describe('a configuration', () => {
  test('is found from a directory below, and its paths are those of the file', async () => {
    const inner = join(machine.checkout, 'a/b');
    const beside = join(machine.checkout, 'state');
    mkdirSync(inner, { recursive: true });
    mkdirSync(beside);
    write('watch: [~/.agent, ./state]\n');
    const { status, report } = await guarded(machine, `touch ~/.agent/x ${beside}/y`, [], { cwd: inner });
    expect([status, leaked(report)]).toEqual([3, ['checkout/state/y', 'home/.agent/x']]);
  });

  test('adds up with the options in its lists', async () => {
    const more = join(machine.dir, 'more');
    mkdirSync(more);
    write('watch: [~/.agent]\nignore: ["*.log"]\ndrop-env: [FROM_FILE]\n');
    const env = { ...machine.env, FROM_FILE: '1', FROM_OPTION: '1', KEPT: '1' };
    const script = `touch ~/.agent/a ~/.agent/a.log ${more}/b ${more}/b.tmp; env`;
    const flags = ['-w', more, '--ignore', '*.tmp', '--drop-env', 'FROM_OPTION'];
    const { stdout, report } = await guarded(machine, script, flags, { env });
    expect([leaked(report), report.ignored]).toEqual([['home/.agent/a', 'more/b'], 2]);
    expect(stdout.split('\n').filter((line) => /^(?:FROM|KEPT)/.test(line))).toEqual(['KEPT=1']);
  });

  test('gives way to single values of the command line, a flag to its other form', async () => {
    write('mode: read-only\npin: false\nsandbox-home: true\nstrict: true\nsettle: 0\nwatch: [~/.agent]\n');
    const script = 'env | grep -c ^WORKSPACE_ROOT=; echo $HOME';
    const observed = ['--mode', 'observe'];
    const plain = await guarded(machine, script, observed);
    expect(plain.stdout.split('\n')[0]).toBe('0');
    expect(plain.stdout.split('\n')[1]).not.toBe(machine.env.HOME);
    expect(plain.report.mode).toBe('observe');
    const over = await guarded(machine, script, [...observed, '--pin', '--no-sandbox-home', '--no-strict']);
    expect(over.stdout.split('\n').slice(0, 2)).toEqual(['1', machine.env.HOME]);
  });

  test('has its watched commands run beside it; an option replaces one of the same name', async () => {
    const inner = join(machine.checkout, 'inner');
    mkdirSync(inner);
    write('watch-command: { jobs: cat jobs.txt, more: cat more.txt }\n');
    for (const name of ['jobs.txt', 'more.txt']) write('old\n', name);
    const script = 'echo new >> ../jobs.txt; echo new >> ../more.txt';
    const flags = ['--watch-command', 'jobs=echo the same'];
    const { report } = await guarded(machine, script, flags, { cwd: inner });
    expect(report.leaks.map(({ path }) => path)).toEqual(['command:more#new']);
  });

  test('writes reports beside itself', async () => {
    const inner = join(machine.checkout, 'inner');
    mkdirSync(inner);
    write('json: ./report.json\nprint0: out.txt\nwatch: [~/.agent]\n');
    expect((await mam(machine, ['run', '--', 'touch', join(agent, 'x')], { cwd: inner })).status).toBe(3);
    expect(readdirSync(machine.checkout).sort()).toEqual([
      '.git',
      'inner',
      'mam.config.yaml',
      'out.txt',
      'report.json',
    ]);
    expect(readFileSync(join(machine.checkout, 'out.txt'), 'utf8')).toContain(join(agent, 'x'));
  });

  test('is named by --config, and left out by --no-config', async () => {
    write('watch: [~/.agent]\n');
    write('strict: true\n', 'other.yaml');
    const script = 'touch ~/.agent/x';
    expect((await guarded(machine, script, ['--config', 'other.yaml'])).status).toBe(0);
    expect((await guarded(machine, `${script}1`, ['--no-config'])).status).toBe(0);
    expect((await guarded(machine, `${script}2`)).status).toBe(3);
  });

  test('that cannot be used is a failure before anything runs', async () => {
    const marker = join(machine.dir, 'ran');
    const run = async () =>
      (await mam(machine, ['run', '--', 'touch', marker])).stderr.replaceAll(machine.dir, '<dir>');
    write('wach: [x]\n');
    expect(await run()).toBe('mam: <dir>/checkout/mam.config.yaml:1:1: unknown key "wach"; did you mean "watch"?\n');
    write('', 'mam.config.yml');
    expect(await run()).toBe(
      'mam: There are two configurations, <dir>/checkout/mam.config.yaml and <dir>/checkout/mam.config.yml; keep one.\n',
    );
    expect((await mam(machine, ['run', '--', 'touch', marker])).status).toBe(2);
    expect(readdirSync(machine.dir)).not.toContain('ran');
  });

  test('counts for snapshot, check and env too', async () => {
    write(
      'watch: [~/.agent]\ndrop-env: [FROM_FILE]\naccept:\n- { path: ~/.agent/known, reason: old, until: 2099-12-31 }\n',
    );
    const baseline = join(machine.dir, 'baseline');
    await mam(machine, ['snapshot', '-o', baseline]);
    writeFileSync(join(agent, 'known'), '');
    expect(await mam(machine, ['check', '--since', baseline])).toMatchObject({ status: 0 });
    writeFileSync(join(agent, 'new'), '');
    expect(await mam(machine, ['check', '--since', baseline])).toMatchObject({ status: 3 });
    const { stdout } = await mam(machine, ['env'], { env: { ...machine.env, FROM_FILE: '1' } });
    expect(stdout).toContain('unset FROM_FILE\n');
  });
});

describe('an accepted finding', () => {
  const accept = (path: string, until: string) =>
    write(`watch: [~/.agent]\naccept:\n- { path: "${path}", reason: known debt, until: ${until} }\n`);

  test('is excused until its day, and a leak after it', async () => {
    accept('~/.agent/x', '2099-12-31');
    const excused = await guarded(machine, 'touch ~/.agent/x');
    expect([excused.status, excused.report.excused.map(({ reason }) => reason)]).toEqual([
      0,
      ['new file; accepted until 2099-12-31: known debt'],
    ]);
    accept('~/.agent/y', '2001-01-01');
    const leak = await guarded(machine, 'touch ~/.agent/y');
    expect([leak.status, leak.report.leaks.map(({ reason }) => reason)]).toEqual([
      3,
      ['new file; its acceptance ended on 2001-01-01'],
    ]);
  });

  test('counts on the last day itself, where the guard runs', async () => {
    const today = async () => (await mam(machine, ['run', '--no-config', '--', 'date', '+%F'])).stdout.trim();
    let day = '';
    let run: GuardedResult | null = null;
    // A run over midnight has two days, and proves nothing of the first.
    while (run === null || day !== (await today())) {
      day = await today();
      accept('~/.agent/x', day);
      run = await guarded(machine, 'rm -f ~/.agent/x; echo $$ > ~/.agent/x');
    }
    expect([run.status, run.report.excused.length]).toEqual([0, 1]);
  });

  test('may be a pattern, and named through a link', async () => {
    symlinkSync('.agent', join(machine.dir, 'home/link'));
    accept('~/link/**', '2099-12-31');
    expect((await guarded(machine, 'mkdir ~/.agent/d; touch ~/.agent/d/x')).status).toBe(0);
  });

  test('that met nothing is said, with its line', async () => {
    accept('~/.agent/x', '2099-12-31');
    const { status, stderr } = await guarded(machine, 'true');
    expect(status).toBe(0);
    expect(stderr.replaceAll(machine.dir, '<dir>')).toContain(
      'mam: The accepted path "<dir>/home/.agent/x" (<dir>/checkout/mam.config.yaml:3) met no finding of this run; take it out if it is mended.\n',
    );
    expect((await guarded(machine, 'touch ~/.agent/x')).stderr).not.toContain('met no finding');
  });
});
