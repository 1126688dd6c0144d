import { constants } from 'node:os';
import { CliError } from '../../cli-error.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs an operation that a signal to this process interrupts, so that it can undo what it made. When it then fails, the
 * exit status is the signal's; a second signal changes nothing.
 */
export async function interruptible<T>(operation: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let received: NodeJS.Signals | null = null;
  const interrupt = (signal: NodeJS.Signals) => {
    received ??= signal;
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return await operation(controller.signal);
  } catch (error) {
    if (received === null || !(error instanceof CliError)) throw error;
    throw new CliError(error.message, 128 + constants.signals[received as NodeJS.Signals], { cause: error });
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}
