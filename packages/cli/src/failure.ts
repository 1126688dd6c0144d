import { GuardError } from '@mam/guard-session';
import { CliError } from './cli-error.ts';
import { EXIT } from './exit-status.ts';

/** What to say of an error that ended a command, and the exit status for it. */
export function failure(error: unknown): { message: string; exitCode: number } {
  if (error instanceof CliError) return { message: error.message, exitCode: error.exitCode };
  if (GuardError.is(error)) {
    return { message: error.message, exitCode: error.kind === 'usage' ? EXIT.usage : EXIT.incomplete };
  }
  // A fault of the program: with its stack, because a report of it needs that. There is no verdict, which is a failure.
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: `there is no verdict, because of a fault in mam itself: ${stack}`, exitCode: EXIT.incomplete };
}
