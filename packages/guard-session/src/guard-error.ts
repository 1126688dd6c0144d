/** The same symbol in every copy of this package. */
const BRAND: symbol = Symbol.for('mam.guard-error');

/**
 * Why a failure happened: `usage` is bad input (exit status 2), `incomplete` is a thing that could not be looked at or a
 * mode that the machine cannot give (exit status 4).
 */
export type GuardErrorKind = 'usage' | 'incomplete';

/** A failure of the guard itself, in one sentence that names the thing and the remedy. */
export class GuardError extends Error {
  readonly kind: GuardErrorKind;

  constructor(kind: GuardErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GuardError';
    this.kind = kind;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Whether a value is a GuardError, of any copy of this package. */
  static is(value: unknown): value is GuardError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
