/** Says a sentence to the person at the terminal; never on stdout, which is the command's. */
export function say(sentence: string): void {
  process.stderr.write(`mam: ${sentence}\n`);
}
