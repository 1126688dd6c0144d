import { onOneLine } from './printable.ts';

/** Says a sentence to the person at the terminal, whatever stands in it; never on stdout, which is the command's. */
export function say(sentence: string): void {
  process.stderr.write(`mam: ${sentence.split('\n').map(onOneLine).join('\n')}\n`);
}
