/** Rows under headings, in columns as wide as their widest cell. No cell breaks the line or the terminal. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map(cell))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `${line
          .map((text, column) => text.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** A text for one line of a terminal: control and direction characters are escaped. */
function cell(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escaped);
}

/** The beginning of a long text, at most 60 code points. */
export function cut(text: string): string {
  const points = [...text.slice(0, 2 * LONGEST + 2)];
  return points.length > LONGEST ? `${points.slice(0, LONGEST - 1).join('')}…` : text;
}

const LONGEST = 60;

function escaped(character: string): string {
  const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character];
  return short ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
