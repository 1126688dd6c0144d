import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Harness, isOnOverlay, settingsIn } from './testing/harness.ts';
import { placement, TELL_ALL } from './testing/shell-probe.ts';

let harness: Harness;
let count = 0;

beforeAll(() => {
  if (process.platform === 'linux') harness = new Harness();
});
afterAll(() => harness?.remove());

/** A new live directory that everyone may write to. */
const newLive = () => harness.directory(`live ${count++}`);

describe.each(settingsIn('this root'))('a contained command $title', ({ reason, ...setting }) => {
  const contained = (command: string[], more: object = {}) =>
    harness.run(setting, { mode: 'contain', roots: [newLive()], command, ...more });
  const here = test.skipIf(reason !== null);

  here('has the user, groups, directory, environment, umask, arguments and descriptors of a plain start', () => {
    const words = ['/bin/sh', '-c', TELL_ALL, 'a b', '', 'new\nline', 'ünïcode', '--', '-x', '*', 'q\'uo"te'];
    const env = { PWD: '/not/the/cwd', EMPTY: '', MULTI: 'a\nb' };
    const plain = harness.plain(setting, words, env);
    expect(plain).toContain('/not/the/cwd');
    expect(contained(words, { env }).stdout).toBe(plain);
  });

  here('is a child of the guard, in its process group and session, under the process id that the guard knows', () => {
    const done = contained(['/bin/sh', '-c', 'echo $$; cat /proc/$$/stat']);
    const [pid = '', stat = ''] = done.stdout.split('\n');
    expect(Number(pid)).toBe(done.pid);
    const guard = placement(done.stat ?? '');
    const parent = Number(done.stat?.split(' ')[0]);
    expect(placement(stat)).toEqual({ ...guard, parent });
  });

  here('gives its exit code and its signal as they are', () => {
    const more = ['kill -TERM $$', 'kill -KILL $$', 'exit 127', 'exit 0'].map((script) => ['/bin/sh', '-c', script]);
    const done = contained(['/bin/sh', '-c', 'exit 37'], { more });
    expect([done.exit, ...(done.outcomes ?? [])]).toEqual([
      { exitCode: 37, signal: null },
      { exitCode: null, signal: 'SIGTERM' },
      { exitCode: null, signal: 'SIGKILL' },
      { exitCode: 127, signal: null },
      { exitCode: 0, signal: null },
    ]);
  });

  here('that cannot be started is told apart from one that fails', () => {
    const more = [['/etc/passwd/x'], ['/etc/passwd'], ['/'], [''], ['./no-such-command']];
    const done = contained(['no-such-command'], { more, env: { PATH: '/usr/bin:/bin' } });
    expect([done.spawnError, ...(done.outcomes ?? [])]).toEqual([
      'ENOENT',
      'ENOENT',
      'EACCES',
      'EACCES',
      'ENOENT',
      'ENOENT',
    ]);
    expect(contained(['true'], { cwd: join(harness.base, 'no-such-directory') }).spawnError).toBe('ENOENT');
  });

  here('finds its program on the PATH that it is given, and beside it', () => {
    const bin = harness.directory(`bin ${setting.name}`);
    writeFileSync(join(bin, 'tool'), '#!/bin/sh\necho "tool $0 $*"\n', { mode: 0o755 });
    expect(contained(['tool', 'x'], { env: { PATH: `${bin}:/bin` } }).stdout).toBe(`tool ${bin}/tool x\n`);
    expect(contained(['./tool', 'y'], { cwd: bin }).stdout).toBe('tool ./tool y\n');
  });

  here('writes to the layer when its working directory lies inside, by whatever name it got there', () => {
    const live = newLive();
    const link = `${live} link`;
    symlinkSync(live, link);
    for (const cwd of [live, link, join(link, 'sub')]) {
      const before = `mkdir -p '${live}/sub'`;
      const done = contained(['/bin/sh', '-c', 'echo x > relative; cd ..; cd -; echo y > "$PWD/again"; /bin/pwd'], {
        roots: [live],
        before,
        cwd,
        env: { PWD: cwd },
      });
      const real = cwd.replace(link, live);
      expect(done.stdout.trim().split('\n').at(-1)).toBe(real);
      const paths = done.layer?.observations.map(({ path }) => path);
      expect(paths).toEqual(expect.arrayContaining([join(real, 'again'), join(real, 'relative')]));
      expect(done.live?.after).toEqual(done.live?.before);
    }
  });

  here('keeps the terminal: the same one, in the foreground, with the guard', (context) => {
    if (!existsSync('/usr/bin/script')) context.skip('needs script of util-linux');
    const command = ['/bin/sh', '-c', 'test -t 0 && test -t 1 && test -t 2 && cat /proc/$$/stat; stty size < /dev/tty'];
    const { words, result } = harness.commandLine(setting, { mode: 'contain', roots: [newLive()], command });
    const start = join(harness.base, `start ${setting.name}`);
    const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
    writeFileSync(start, `stty rows 31 cols 97; ${quoted}`);
    // It runs the command with the user's shell, which may be any.
    const done = harness.shell('exec script -qec ". \'$1\'" /dev/null', [start], { SHELL: '/bin/sh' });
    const [stat = '', size] = done.stdout.trim().split('\r\n');
    const placed = placement(stat);
    const guard = placement(harness.read(result).stat ?? '');
    expect(placed).toEqual({ ...guard, parent: placed.parent });
    expect(placed.terminal).not.toBe(0);
    expect(placed.foreground).toBe(placed.group);
    expect(size).toBe('31 97');
  });

  here('can be looked at by the guard: its environment, as the search for survivors needs it', () => {
    const live = newLive();
    const file = join(harness.directory(`pids ${setting.name}`), 'pid');
    const done = contained(['/bin/sh', '-c', 'sleep 30 & echo $! > "$FILE"'], {
      roots: [live],
      env: { FILE: file, MAM_TEST_MARK: 'seen' },
      stdio: 'ignore',
      environmentOf: file,
      // Its arguments and its environment come with its own program, a moment after its name.
      afterwards: 'while ! grep -aq "^sleep" /proc/$(cat "$FILE")/cmdline; do :; done',
    });
    process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL');
    expect(done.failure).toBeUndefined();
    expect(done.environment?.split('\0')).toContain('MAM_TEST_MARK=seen');
  });

  here('can be contained again, by a guard inside', (context) => {
    if (isOnOverlay(harness.base)) context.skip('needs a temp directory that is on no overlay: the kernel stacks two');
    const live = newLive();
    const inner = {
      mode: 'contain' as const,
      roots: [live],
      command: ['/bin/sh', '-c', `rm ${quote(join(live, 'a'))}; cat ${quote(join(live, 'b'))}`],
    };
    const { words, result } = harness.commandLine({ ...setting, user: 'root' }, inner);
    const before = `cd ${quote(live)}; echo a > a; echo b > b`;
    const done = contained(['/bin/sh', '-c', `cd ${quote(live)}; echo outer > b; cd /; exec "$@"`, 'sh', ...words], {
      roots: [live],
      before,
    });
    expect(done.stdout).toBe('outer\n');
    const removed = { change: 'removed', path: join(live, 'a') };
    expect(harness.read(result).layer?.observations).toMatchObject([removed]);
    expect(done.layer?.observations).toMatchObject([{ change: 'modified', path: join(live, 'b') }]);
    expect(done.live?.after).toEqual(done.live?.before);
  });
});

function quote(text: string): string {
  return `'${text}'`;
}
