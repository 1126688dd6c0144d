import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { GuardError } from '../guard-error.ts';
import type { CommandExit } from './exit.ts';
import { passSignalsOn, type SignalsPassedOn } from './signals.ts';

export interface CommandOptions {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  cwd: string;
  stdio?: StdioOptions;
  /** Starts the command; default `spawn` of `node:child_process`. The process id must be the command's own. */
  start?: StartCommand;
  /** Called with the process id as soon as the command runs. */
  onStart?: (pid: number) => void;
}

export type StartCommand = (
  command: string,
  args: readonly string[],
  options: { env: Record<string, string>; cwd: string; stdio: StdioOptions },
) => ChildProcess;

/**
 * Runs a command to its end. Its stdin, stdout and stderr are the guard's own (a terminal stays a terminal), it stays in the
 * guard's process group, and signals to the guard are passed on. A command that cannot be started is an exit
 * with status 127 or 126, as a shell gives it. @throws GuardError that `start` throws
 */
export async function runCommand(options: CommandOptions): Promise<CommandExit> {
  const signals = passSignalsOn();
  try {
    return await runTo(options, signals);
  } finally {
    signals.stop();
  }
}

async function runTo(options: CommandOptions, signals: SignalsPassedOn): Promise<CommandExit> {
  const { command, args, env, cwd, stdio = 'inherit', start = spawn } = options;
  let child: ChildProcess;
  try {
    child = start(command, args, { env, cwd, stdio });
  } catch (error) {
    if (GuardError.is(error)) throw error;
    return notStarted(command, error as NodeJS.ErrnoException);
  }
  const ended = new Promise<CommandExit>((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve(notStarted(command, error));
    });
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal, startError: null }));
  });
  if (child.pid === undefined) return ended;
  signals.to(child.pid);
  options.onStart?.(child.pid);
  return await ended;
}

function notStarted(command: string, error: NodeJS.ErrnoException): CommandExit {
  const name = JSON.stringify(command);
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
    const startError = `The command ${name} was not found; give a program on the PATH or a path to one.`;
    return { exitCode: 127, signal: null, startError };
  }
  const why = error.code === 'EACCES' ? 'is not executable' : `cannot be started (${error.code ?? error.message})`;
  return { exitCode: 126, signal: null, startError: `The command ${name} ${why}; give a program that can be run.` };
}
