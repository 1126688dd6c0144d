/** The words of `mam` itself, and those of the command after the first `--`; null when there is no `--`. */
export interface CommandLine {
  own: readonly string[];
  command: readonly string[] | null;
}

/** Splits at the first `--`: what follows is the command's, to the letter, further `--` included. */
export function splitCommandLine(argv: readonly string[]): CommandLine {
  const at = argv.indexOf('--');
  return at < 0 ? { own: argv, command: null } : { own: argv.slice(0, at), command: argv.slice(at + 1) };
}
