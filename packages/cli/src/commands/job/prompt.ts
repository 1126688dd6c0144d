import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { CliError } from '../../cli-error.ts';

/** The prompt as given by `--prompt`, or read from the file or stdin that `--prompt-file` names. */
export async function readPrompt(text: string | undefined, file: string | undefined): Promise<string> {
  if (text !== undefined && file !== undefined) {
    throw new CliError('The prompt is given twice: use --prompt or --prompt-file.');
  }
  if (text !== undefined) return text;
  if (file === undefined) throw new CliError('There is no prompt: give --prompt or --prompt-file.');
  const bytes = file === '-' ? await buffer(process.stdin) : readFile(file);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CliError(`The prompt in ${JSON.stringify(file)} is not UTF-8: convert it first.`);
  }
}

function readFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code;
    const name = JSON.stringify(path);
    throw new CliError(`The prompt in ${name} cannot be read (${why}); give a file that can, or - for stdin.`, 2, {
      cause,
    });
  }
}
