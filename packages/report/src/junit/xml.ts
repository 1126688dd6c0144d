import { printable } from '../words/printable.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Text for XML 1.0, which has no escape for control characters: they stand as `\uXXXX`. Line feeds stay. */
function xmlText(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      printable(line)
        .replace(/[\ufffe\uffff]/g, '\ufffd')
        .replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark),
    )
    .join('\n');
}

export type Attributes = Readonly<Record<string, string | number>>;

/** An element with others in it, each on a line of its own. */
export function element(name: string, attributes: Attributes, inner: string[] = []): string {
  if (inner.length === 0) return `<${name}${attributeList(attributes)}/>`;
  return `<${name}${attributeList(attributes)}>\n${inner.join('\n')}\n</${name}>`;
}

/** An element that holds text. */
export function textElement(name: string, attributes: Attributes, text: string): string {
  return `<${name}${attributeList(attributes)}>${xmlText(text)}</${name}>`;
}

// A line feed in an attribute is a space for a parser, so it is escaped there as any control character is.
function attributeList(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${xmlText(printable(String(value)))}"`)
    .join('');
}
