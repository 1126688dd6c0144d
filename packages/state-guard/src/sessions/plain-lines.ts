/** A value that is surely plain and whole: nothing in it that YAML could take for anything but text. */
const VALUE = String.raw`[\w./~+](?:[\w./~+@%=,-]|:(?=[\w./-])| (?=[\w./~+@%=,-])){0,2000}`;
const KEY = String.raw`(?!name:)[A-Za-z_][\w.-]{0,200}`;

/** Goes past lines, sticky at its `lastIndex`. Bounded, for patterns take memory by what they match. */
type Pattern = RegExp;

const pairs = new Map<number, Pattern>();
const items = new Map<number, Pattern>();

/**
 * Goes past the lines from `at` on that are a `key: value` in this column, of a plain value and of no name. Such lines
 * change nothing in what is read, and are the bulk of a sessions file.
 *
 * @returns where the first other line begins
 */
export function skipPlainPairs(text: string, at: number, column: number): number {
  const pattern = patternAt(pairs, column, () => `(?: {${column}}${KEY}: ${VALUE}\\n){1,64}`);
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/**
 * Reads the items from `at` on whose list is in this column, that begin with a plain name and go on with plain pairs only.
 *
 * @returns where the first other line begins
 */
export function readPlainItems(text: string, at: number, column: number, names: Set<string>): number {
  const pattern = patternAt(
    items,
    column,
    () => ` {${column}}- name: (${VALUE})\\n(?: {${column + 2}}${KEY}: ${VALUE}\\n){0,64}`,
  );
  pattern.lastIndex = at;
  let next = at;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    names.add(match[1] ?? '');
    next = pattern.lastIndex;
  }
  return next;
}

function patternAt(known: Map<number, Pattern>, column: number, source: () => string): Pattern {
  const pattern = known.get(column) ?? new RegExp(source(), 'y');
  known.set(column, pattern);
  return pattern;
}
