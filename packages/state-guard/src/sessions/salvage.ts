/** At column 0, where nothing nested can stand, with the value as far as one line tells. */
const ITEM = /^- +name: +(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s'"[\]{}#&*!|>%@`].*))/;
const START = /^- /gm;
/** A longer line is no item. */
const LONGEST_LINE = 4096;

/** The names that stand in plain sight in a text that cannot be read as YAML. */
export function salvageNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const { index } of text.matchAll(START)) {
    const start = text.slice(index, index + LONGEST_LINE);
    const [, double, single, plain] = ITEM.exec(start.split(/\r?\n/, 1)[0] ?? '') ?? [];
    const name = double ?? single?.replaceAll("''", "'") ?? plain?.split(' #', 1)[0]?.trimEnd();
    if (name) names.add(name);
  }
  return names;
}
