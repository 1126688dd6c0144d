/** A failure that ends the program with a message of one sentence on stderr and an exit status. */
export class CliError extends Error {
  readonly exitCode: number;

  /** @param exitCode 2 for usage and bad input, 1 for an operation that failed. */
  constructor(message: string, exitCode = 2, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}
