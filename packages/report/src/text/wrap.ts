/**
 * Breaks a text at its spaces into lines of at most `width` code points, the first after `indent` columns that are
 * already used, the rest behind as many spaces. A word longer than that stays whole, so that a path can be copied.
 */
export function wrap(text: string, indent: number, width: number | undefined): string {
  if (width === undefined) return text;
  const room = Math.max(width - indent, 1);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && Array.from(longer).length > room) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}
