import type { CommandExit } from '../run/exit.ts';

/** The same symbol in every copy of this package. */
const BRAND: symbol = Symbol.for('mam.verdict-lost');

/** A fault after the command ended: there is no verdict, and the command's own exit is all that is left. */
export class VerdictLostError extends Error {
  readonly exit: CommandExit;

  constructor(exit: CommandExit, cause: unknown) {
    super('There is no verdict, because of a fault after the command ended.', { cause });
    this.name = 'VerdictLostError';
    this.exit = exit;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Whether a value is a VerdictLostError, of any copy of this package. */
  static is(value: unknown): value is VerdictLostError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
