import { constants } from 'node:os';
import { type CommandExit, GuardError, VerdictLostError } from '@mam/guard-session';
import { CliError } from './cli-error.ts';
import { EXIT } from './exit-status.ts';

/** What to say of an error that ended a command, and the exit status for it. */
export function failure(error: unknown): { message: string; exitCode: number } {
  if (error instanceof CliError) return { message: error.message, exitCode: error.exitCode };
  if (GuardError.is(error)) {
    return { message: error.message, exitCode: error.kind === 'usage' ? EXIT.usage : EXIT.incomplete };
  }
  // A fault of the program: with its stack, because a report of it needs that. There is no verdict, which is a failure.
  const fault = VerdictLostError.is(error) ? error.cause : error;
  const stack = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  const own = VerdictLostError.is(error) ? commandStatus(error.exit) : 0;
  return {
    message: `there is no verdict, because of a fault in mam itself: ${stack}`,
    exitCode: own === 0 ? EXIT.incomplete : own,
  };
}

/** The command's own status: 128+n for a signal. */
function commandStatus({ exitCode, signal }: CommandExit): number {
  return signal === null ? (exitCode ?? 0) : 128 + constants.signals[signal];
}
