/** Control, format and direction characters, separators, lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text for one line of a terminal: what would break the line, or what a terminal would act on, is escaped. */
export function onOneLine(text: string): string {
  return text.replace(
    UNPRINTABLE,
    (character) => SHORT[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** A path as it stands, unless that would break the line or the terminal: then quoted as JSON, and what is left escaped. */
export function printable(path: string): string {
  return path.search(UNPRINTABLE) < 0 ? path : onOneLine(JSON.stringify(path));
}
