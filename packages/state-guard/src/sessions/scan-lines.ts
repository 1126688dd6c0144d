/** A mapping or a sequence that the line before was in, and its column. */
interface Block {
  column: number;
  kind: 'map' | 'list';
}

/** Reading state: blocks from the outermost in, and whether the last key still has no value. */
interface State {
  blocks: Block[];
  open: boolean;
}

const LINE = /^( *)((?:- )*)(?:([A-Za-z_][\w.-]*):(?: +(.*))?|(.+))$/;
const SKIPPED = /^ *(?:#.*)?$/;
/** Characters that YAML reads otherwise than as text: tabs, controls, other line ends, a byte order mark. */
const SPECIAL = /[\t\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff]|\r(?!\n)/;
/** A plain value that ends on its line: no start that means something, no `: `, no ` #`, no colon at its end. */
const PLAIN = /^(?:[\w./~+]|-(?=\w)|[^\u0000-\u007f])(?:(?!: |:$| #).)*$/u;
const SINGLE = /^'((?:[^']|'')*)'$/;
const DOUBLE = /^"([^"\\]*)"$/;

/**
 * Names of the agent sessions in a sessions file of the shape that programs write: block style, one `key: value` a line,
 * every value whole on its line. Null for every other shape; on this one it agrees with reading the file as YAML.
 */
export function scanLines(text: string): Set<string> | null {
  if (SPECIAL.test(text)) return null;
  const names = new Set<string>();
  const state: State = { blocks: [], open: false };
  for (let at = 0; at < text.length; ) {
    const feed = text.indexOf('\n', at);
    const end = feed === -1 ? text.length : feed;
    const line = text.slice(at, end).trimEnd();
    if (!SKIPPED.test(line) && !(at === 0 && line === '---') && !readLine(line, state, names)) return null;
    at = end + 1;
  }
  return names;
}

/** Takes in one line; false when it is of another shape. */
function readLine(line: string, state: State, names: Set<string>): boolean {
  const match = LINE.exec(line);
  if (match === null) return false;
  const [, indent = '', dashes = '', key, value = '', item] = match;
  let column = indent.length;
  let first = true;
  for (let i = 0; i < dashes.length; i += 2) {
    if (!enter(state, { column, kind: 'list' }, first)) return false;
    first = false;
    column += 2;
  }
  const read = key === undefined ? scalar(item ?? '') : value === '' ? '' : scalar(value);
  if (read === null) return false;
  if (key === undefined) {
    state.open = false;
    return !first;
  }
  if (!enter(state, { column, kind: 'map' }, first)) return false;
  state.open = value === '';
  if (key === 'name' && read !== '' && inTopLevelList(state.blocks)) names.add(read);
  return true;
}

/** Goes to the block that a line, or the next part of it, belongs to; false when there can be none. */
function enter(state: State, next: Block, first: boolean): boolean {
  const { blocks } = state;
  if (!first) {
    blocks.push(next);
    return true;
  }
  while ((blocks.at(-1)?.column ?? -1) > next.column) leave(state);
  // A list may stand in the column of the key that it belongs to; the next key ends it.
  if (next.kind === 'map' && isAt(blocks.at(-1), 'list', next.column)) leave(state);
  if (isAt(blocks.at(-1), next.kind, next.column)) {
    state.open = false;
    return true;
  }
  if (blocks.length === 0 ? next.column > 0 || state.open : !state.open) return false;
  if (next.kind === 'map' && blocks.at(-1)?.column === next.column) return false;
  blocks.push(next);
  state.open = false;
  return true;
}

function leave(state: State): void {
  state.blocks.pop();
  state.open = false;
}

function isAt(block: Block | undefined, kind: Block['kind'], column: number): boolean {
  return block !== undefined && block.kind === kind && block.column === column;
}

/** Whether the innermost block is an item of a list that is the file's own, or the value of one of its top-level keys. */
function inTopLevelList(blocks: readonly Block[]): boolean {
  if (blocks[0]?.kind === 'list') return blocks.length === 2;
  return blocks.length === 3 && blocks[1]?.kind === 'list';
}

/** A value's text, or null when it does not end on its line or is no plain text. */
function scalar(value: string): string | null {
  const quoted = DOUBLE.exec(value)?.[1] ?? SINGLE.exec(value)?.[1]?.replaceAll("''", "'");
  if (quoted !== undefined) return quoted;
  if (value === '[]' || value === '{}') return '';
  return PLAIN.test(value) ? value : null;
}
