/** What a plain text may begin with: nothing that means something. */
const PLAIN_START = /^(?:[\w./~+()$^;<=\\]|-(?=\w)|[^\u0000-\u007f])/;
const BLOCK = /^[|>][+-]?$/;
const SINGLE = /^((?:[^']|'')*)'/;
const ESCAPE = String.raw`\\(?:[0abtnvfre "/\\N_LP]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U00(?:0[\da-fA-F]|10)[\da-fA-F]{4}|$)`;
const DOUBLE = new RegExp(String.raw`^((?:[^"\\]|${ESCAPE})*)"`);
const DOUBLE_GOES_ON = new RegExp(String.raw`^(?:[^"\\]|${ESCAPE})*$`);
/** The escapes that JSON has too, once `\x` is written as `\u00`. */
const JSON_ESCAPES = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/g;

/** A value that goes on, or may go on, on the lines below it. */
export interface OpenValue {
  kind: 'plain' | 'single' | 'double' | 'block';
  /** The column that every further line of it must be right of. */
  column: number;
  /** Of a block: the column of its first line, once that is known. */
  indent?: number;
}

/** What begins on a line after `key: ` or `- `. */
export interface Value {
  /** Its text, when it ends on this line and could be read; else null. */
  text: string | null;
  open: OpenValue | null;
}

/** Reads the first line of a value; null when that takes more than looking at lines. */
export function beginValue(value: string, column: number): Value | null {
  if (value === '' || value === '[]' || value === '{}') return { text: '', open: null };
  if (BLOCK.test(value)) return { text: null, open: { kind: 'block', column } };
  const [quote] = value;
  if (quote === "'" || quote === '"') return beginQuoted(value.slice(1), quote === "'" ? 'single' : 'double', column);
  return isPlain(value) ? { text: value, open: { kind: 'plain', column } } : null;
}

/**
 * Takes in a line below an open value, without its indent. Gives the value that is still open, `end` when the line ended it and belongs to it,
 * `after` when the line does not belong to it, or null when that takes more than looking at lines.
 */
export function continueValue(open: OpenValue, text: string, indent: number): OpenValue | 'end' | 'after' | null {
  switch (open.kind) {
    case 'block':
      return continueBlock(open, text, indent);
    case 'plain':
      if (text !== '' && indent <= open.column) return 'after';
      if (text.startsWith('#')) return 'end';
      return text === '' || isPlain(text) ? open : null;
    default: {
      if (text === '') return open;
      const value = indent > open.column ? beginQuoted(text, open.kind, open.column) : null;
      return value && (value.open ?? 'end');
    }
  }
}

/** Whether a text on one line is plain: no `: `, no ` #`, no colon at its end. */
function isPlain(text: string): boolean {
  return PLAIN_START.test(text) && !text.includes(': ') && !text.includes(' #') && !text.endsWith(':');
}

/** The inside of quotes, from where they open or where the line begins. */
function beginQuoted(inside: string, kind: 'single' | 'double', column: number): Value | null {
  const closed = (kind === 'single' ? SINGLE : DOUBLE).exec(inside);
  if (closed) {
    const [all, text = ''] = closed;
    if (all.length < inside.length) return null;
    return { text: kind === 'single' ? text.replaceAll("''", "'") : unescaped(text), open: null };
  }
  if (kind === 'double' && !DOUBLE_GOES_ON.test(inside)) return null;
  return { text: null, open: { kind, column } };
}

function continueBlock(open: OpenValue, text: string, indent: number): OpenValue | 'after' | null {
  if (text === '') return open.indent === undefined && indent > 0 ? null : open;
  if (indent <= open.column) return 'after';
  // A line left of the first one ends a block, and then stands where nothing can.
  if (open.indent !== undefined) return indent < open.indent ? null : open;
  return { ...open, indent };
}

function unescaped(text: string): string | null {
  const asJson = text.replace(/\\(x)?([\s\S])/g, (all, x, next) => (x ? `\\u00${next}` : all));
  if (asJson.replace(JSON_ESCAPES, '').includes('\\')) return null;
  return JSON.parse(`"${asJson}"`);
}
