/** Controls, line and paragraph separators, lone surrogates, and format characters but the two joiners of scripts and emoji. */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** The text on one line, safe for a terminal: what is not printable, or turns the order of what is, stands as `\uXXXX`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => character.split('').map(escapeUnit).join(''));
}

/** The text as a JSON string that is safe for a terminal too. It parses to the same text. */
export function quoted(text: string): string {
  return printable(JSON.stringify(text));
}

/** A command line that a POSIX shell would read as these words, as far as they are printable. */
export function commandLine(words: string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : shellQuoted(printable(word)))).join(' ');
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function shellQuoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
