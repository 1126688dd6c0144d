/** `- name:` at column 0, where nothing nested can stand, with the value as far as one line tells. */
const ITEM = /^- +name: +(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s'"[\]{}#&*!|>%@`][^\n]*?))(?: +#[^\n]*)?\r?$/gm;

/** The names that stand in plain sight in a text that cannot be read as YAML. */
export function salvageNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, double, single, plain] of text.matchAll(ITEM)) {
    const name = double ?? single?.replaceAll("''", "'") ?? plain?.trimEnd();
    if (name) names.add(name);
  }
  return names;
}
