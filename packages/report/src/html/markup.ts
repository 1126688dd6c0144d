import { printable } from '../words/printable.ts';

/** Markup that is safe to put into a page. */
export class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Value = string | number | Markup | readonly Markup[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A template of markup: what is filled in is escaped, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(strings.map((string, index) => `${string}${sourceOf(values[index] ?? '')}`).join(''));
}

function sourceOf(value: Value): string {
  if (value instanceof Markup) return value.source;
  if (typeof value === 'object') return value.map(({ source }) => source).join('\n');
  return printable(String(value)).replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);
}
