import { CommanderError } from 'commander';
import { failure } from './failure.ts';
import { say } from './output/say.ts';
import { createProgram } from './program.ts';
import { splitCommandLine } from './split-command-line.ts';

/**
 * Runs the program `mam`.
 * @param argv The words after the program's name.
 * @returns The exit status. Never throws.
 */
export async function main(argv: readonly string[]): Promise<number> {
  ignoreClosedOutput();
  const { own, command } = splitCommandLine(argv);
  let status = 0;
  const program = createProgram({
    command,
    exit: (code) => {
      status = code;
    },
  });
  try {
    await program.parseAsync([...own], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { message, exitCode } = failure(error);
    say(message);
    return exitCode;
  }
}

/** A reader that went away (`mam paths | head -0`) is no failure of the program. */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => undefined);
  }
}
