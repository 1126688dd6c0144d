/** Rows under headings, in columns as wide as their widest cell. A cell never breaks the line or the terminal. */
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

const LONGEST = 60;

/** A text for one line of a terminal: cut at 60 code points, control and direction characters escaped. */
export function cell(text: string): string {
  const points = [...text.slice(0, 2 * LONGEST + 2)];
  const cut = points.length > LONGEST ? `${points.slice(0, LONGEST - 1).join('')}…` : points.join('');
  return cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escaped);
}

function escaped(character: string): string {
  const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character];
  return short ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
