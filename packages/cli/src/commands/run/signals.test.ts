import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { guarded, MAM, type Machine, makeMachine } from '../../testing/machine.ts';
import { hasTmux } from '../../testing/processes.ts';

let machine: Machine;
let socket: string;
beforeEach(() => {
  machine = makeMachine();
  socket = join(machine.dir, 't.sock');
});
afterEach(() => {
  try {
    execFileSync('tmux', ['-S', socket, 'kill-server'], { stdio: 'ignore' });
  } catch {
    // No test of this kind ran.
  }
  machine.remove();
});

/** A command that writes down each signal it gets, and ends when the file `stop` is there. */
function recorder(): string {
  const file = join(machine.dir, 'recorder.mjs');
  writeFileSync(
    file,
    `import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGQUIT'])
      process.on(name, () => appendFileSync(${JSON.stringify(join(machine.dir, 'signals'))}, name + '\\n'));
    writeFileSync(${JSON.stringify(join(machine.dir, 'ready'))}, '');
    setInterval(() => existsSync(${JSON.stringify(join(machine.dir, 'stop'))}) && process.exit(0), 20);`,
  );
  return file;
}

const inMachine = (name: string) => join(machine.dir, name);
const seen = () =>
  existsSync(inMachine('signals')) ? readFileSync(inMachine('signals'), 'utf8').trim().split('\n') : [];
const appears = (name: string) => expect.poll(() => existsSync(inMachine(name)), { timeout: 15_000 }).toBe(true);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a signal to the guard alone', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGQUIT'] as const)(
    '%s is passed on, once',
    async (signal) => {
      const script = `exec ${process.execPath} ${recorder()}`;
      const run = guarded(machine, script, [], {
        during: (guard) =>
          void appears('ready').then(async () => {
            guard.kill(signal);
            await expect.poll(seen, { timeout: 10_000 }).toEqual([signal]);
            await pause(200);
            writeFileSync(inMachine('stop'), '');
          }),
      });
      expect((await run).status).toBe(0);
      expect(seen()).toEqual([signal]);
    },
  );
});

test('a signal to the whole process group is not given twice', async () => {
  const run = guarded(machine, `exec ${process.execPath} ${recorder()}`, [], {
    ownGroup: true,
    during: (guard) =>
      void appears('ready').then(async () => {
        // The next one only when the first is there: of two that wait for a process, one is dropped.
        for (const got of [['SIGINT'], ['SIGINT', 'SIGINT']]) {
          process.kill(-Number(guard.pid), 'SIGINT');
          await expect.poll(seen, { timeout: 10_000 }).toEqual(got);
          await pause(400);
        }
        writeFileSync(inMachine('stop'), '');
      }),
  });
  expect((await run).status).toBe(0);
  expect(seen()).toEqual(['SIGINT', 'SIGINT']);
});

test('a command that a signal ended is 128+n, with a verdict', async () => {
  for (const [signal, status] of [
    ['KILL', 137],
    ['TERM', 143],
    ['INT', 130],
  ] as const) {
    const { status: given, report } = await guarded(machine, `kill -${signal} $$`);
    expect([given, report.signal, report.exitCode, report.verdict]).toEqual([status, `SIG${signal}`, null, 'clean']);
  }
});

describe.runIf(hasTmux)('on a terminal', () => {
  /** Types a command line into a real terminal, a tmux pane on a socket of its own. */
  function terminal(line: string): void {
    const options = { env: { ...machine.env, TMUX_TMPDIR: machine.dir }, cwd: machine.checkout };
    execFileSync(
      'tmux',
      ['-S', socket, '-f', '/dev/null', 'new-session', '-d', '-x', '200', '-y', '50', 'sh'],
      options,
    );
    execFileSync('tmux', ['-S', socket, 'send-keys', '-l', line]);
    execFileSync('tmux', ['-S', socket, 'send-keys', 'Enter']);
  }
  const keys = (...names: string[]) => execFileSync('tmux', ['-S', socket, 'send-keys', ...names]);
  const mamRun = (command: string) =>
    `${process.execPath} ${MAM} run --json ${inMachine('r.json')} -- ${command}; echo $? > ${inMachine('status')}`;
  /** The status that the shell says at the end; its file is there, and empty, a moment before. */
  async function endsWith(status: string): Promise<void> {
    const said = () => existsSync(inMachine('status')) && readFileSync(inMachine('status'), 'utf8');
    await expect.poll(said, { timeout: 15_000 }).toBe(`${status}\n`);
  }

  test('a terminal stays a terminal', async () => {
    terminal(mamRun(`sh -c 'test -t 0 && test -t 1 && test -t 2 && tty > ${inMachine('tty')}'`));
    await endsWith('0');
    expect(readFileSync(inMachine('tty'), 'utf8')).toMatch(/^\/dev\/(pts|tty)/);
  });

  test('a Ctrl-C reaches the command once; a second one still gives a verdict', async () => {
    terminal(mamRun(`${process.execPath} ${recorder()}`));
    await appears('ready');
    keys('C-c');
    await expect.poll(seen, { timeout: 10_000 }).toEqual(['SIGINT']);
    await pause(400);
    expect(seen()).toEqual(['SIGINT']);
    keys('C-c');
    await expect.poll(seen, { timeout: 10_000 }).toEqual(['SIGINT', 'SIGINT']);
    writeFileSync(inMachine('stop'), '');
    await endsWith('0');
    expect(JSON.parse(readFileSync(inMachine('r.json'), 'utf8')).verdict).toBe('clean');
  });

  test('a Ctrl-C that ends the command gives 130 and a verdict', async () => {
    // One process from its first line on: a shell that waits for another when the key comes may go on.
    terminal(mamRun(`sh -c ': > ${inMachine('ready')}; exec sleep 60'`));
    await appears('ready');
    keys('C-c');
    await endsWith('130');
    expect(JSON.parse(readFileSync(inMachine('r.json'), 'utf8'))).toMatchObject({ verdict: 'clean', signal: 'SIGINT' });
  });
});
