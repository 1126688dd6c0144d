import { GuardError, VerdictLostError } from '@mam/guard-session';
import { describe, expect, test } from 'vitest';
import { CliError } from './cli-error.ts';
import { failure } from './failure.ts';

describe('the exit status of a failure', () => {
  test.each([
    ['bad usage', new GuardError('usage', 'x'), 2],
    ['a mode that is not to be had', new GuardError('incomplete', 'x'), 4],
    ['an operation that failed', new CliError('x', 1), 1],
    ['a fault before the command', new Error('x'), 4],
    ['a fault after a command that passed', lost(0, null), 4],
    ["a fault after a command that failed: the command's own", lost(7, null), 7],
    ['a fault after a command that a signal ended', lost(null, 'SIGTERM'), 143],
  ])('%s', (_what, error, status) => {
    expect(failure(error).exitCode).toBe(status);
  });

  test('a fault is told with its stack', () => {
    expect(
      failure(new VerdictLostError({ exitCode: 0, signal: null, startError: null }, new Error('cause'))).message,
    ).toMatch(/^there is no verdict, because of a fault in mam itself: Error: cause\n {4}at /);
  });
});

function lost(exitCode: number | null, signal: NodeJS.Signals | null): VerdictLostError {
  return new VerdictLostError({ exitCode, signal, startError: null }, new Error('x'));
}
