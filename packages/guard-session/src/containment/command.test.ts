import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Harness, SETTINGS, whyNotHere } from './testing/harness.ts';
import { placement, TELL_ALL } from './testing/shell-probe.ts';

let harness: Harness;
let count = 0;

beforeAll(() => {
  if (process.platform === 'linux') harness = new Harness();
});
afterAll(() => harness?.remove());

/** A new live directory that everyone may write to. */
const newLive = () => harness.directory(`live ${count++}`);

const settings = SETTINGS.filter(({ root }) => root === 'this root').map((setting) => ({
  ...setting,
  reason: whyNotHere(setting),
}));

describe.each(settings)('a contained command $name', ({ reason, ...setting }) => {
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
    expect(contained(['/bin/sh', '-c', 'exit 37']).exit).toEqual({ exitCode: 37, signal: null });
    expect(contained(['/bin/sh', '-c', 'kill -TERM $$']).exit).toEqual({ exitCode: null, signal: 'SIGTERM' });
    expect(contained(['/bin/sh', '-c', 'kill -KILL $$']).exit).toEqual({ exitCode: null, signal: 'SIGKILL' });
  });

  here('that cannot be started is told apart from one that fails', () => {
    const PATH = '/usr/bin:/bin';
    expect(contained(['no-such-command'], { env: { PATH } }).spawnError).toBe('ENOENT');
    expect(contained(['/etc/hostname/x']).spawnError).toBe('ENOENT');
    expect(contained(['/etc/passwd']).spawnError).toBe('EACCES');
    expect(contained(['/']).spawnError).toBe('EACCES');
    expect(contained(['true'], { cwd: join(harness.base, 'no-such-directory') }).spawnError).toBe('ENOENT');
    expect(contained(['/bin/sh', '-c', 'exit 127']).exit).toEqual({ exitCode: 127, signal: null });
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
    const done = spawnSync('script', ['-qec', `. '${start}'`, '/dev/null'], { encoding: 'utf8', cwd: harness.base });
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
      afterwards: 'while ! grep -q sleep /proc/$(cat "$FILE")/comm; do :; done',
    });
    process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL');
    expect(done.failure).toBeUndefined();
    expect(done.environment?.split('\0')).toContain('MAM_TEST_MARK=seen');
  });
});
