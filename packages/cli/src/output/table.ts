import { onOneLine } from './printable.ts';

/** Rows under headings, in columns as wide as their widest cell. No cell breaks the line or the terminal. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map(onOneLine))];
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

/** The beginning of a long text, at most 60 code points. */
export function cut(text: string): string {
  const points = [...text.slice(0, 2 * LONGEST + 2)];
  return points.length > LONGEST ? `${points.slice(0, LONGEST - 1).join('')}…` : text;
}

const LONGEST = 60;
