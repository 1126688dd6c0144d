import { setImmediate as nextTurn } from 'node:timers/promises';
import { GuardError } from '../guard-error.ts';
import { runCommand } from '../run/command.ts';
import type { CommandExit } from '../run/exit.ts';
import { holdSignals } from '../run/signals.ts';
import type { SessionOptions } from './options.ts';
import type { SessionPlan } from './plan.ts';
import { type ClosedSession, type GuardSession, openSession } from './session.ts';
import { VerdictLostError } from './verdict-lost.ts';

export interface GuardedRun extends ClosedSession {
  exit: CommandExit;
  plan: SessionPlan;
}

/**
 * Runs a command inside an isolation-checked session. The verdict comes whatever became of the command, and signals during
 * the verdict do not end the guard. A signal before the command starts means that it never does.
 * @throws GuardError when the session cannot be opened; then the command was not run. VerdictLostError for a fault afterwards.
 */
export async function runGuarded(
  command: readonly [string, ...string[]],
  options: SessionOptions = {},
): Promise<GuardedRun> {
  let early: NodeJS.Signals | null = null;
  const abort = new AbortController();
  const release = holdSignals((signal) => {
    early ??= signal;
    abort.abort();
  });
  try {
    const signals = options.abort ? [options.abort, abort.signal] : [abort.signal];
    const session = await openSession({ ...options, abort: AbortSignal.any(signals) });
    const { plan } = session;
    // Signals that came during the baseline are told only now.
    await nextTurn();
    const exit = await runUnlessStopped(early, command, session);
    return { exit, plan, ...(await closeOrLose(session, command, exit)) };
  } finally {
    release();
  }
}

async function closeOrLose(
  session: GuardSession,
  command: readonly string[],
  exit: CommandExit,
): Promise<ClosedSession> {
  try {
    return await session.close(command, exit);
  } catch (error) {
    await session.abandon();
    throw new VerdictLostError(exit, error);
  }
}

async function runUnlessStopped(
  signal: NodeJS.Signals | null,
  [command, ...args]: readonly [string, ...string[]],
  session: GuardSession,
): Promise<CommandExit> {
  if (signal !== null) return { exitCode: null, signal, startError: `The command was not run, because of ${signal}.` };
  const { env, start, plan } = session;
  try {
    return await runCommand({ command, args, env, cwd: plan.cwd, start });
  } catch (error) {
    await session.abandon();
    throw error;
  }
}

/** Refuses an empty command line. @throws GuardError (usage) */
export function commandLine(words: readonly string[]): [string, ...string[]] {
  const [command, ...args] = words;
  if (command === undefined || command === '') {
    throw new GuardError('usage', 'There is no command to run; give it after --, as in: mam run -- pytest');
  }
  return [command, ...args];
}
