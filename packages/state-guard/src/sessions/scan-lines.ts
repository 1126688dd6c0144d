import { beginValue, continueValue, type OpenValue } from './scalar-lines.ts';

/** A mapping or a sequence that the line before was in, and its column. */
interface Block {
  column: number;
  kind: 'map' | 'list';
}

interface State {
  names: Set<string>;
  /** From the outermost in; empty before the first line only. */
  blocks: Block[];
  /** The last key has no value yet. */
  awaits: boolean;
  /** The value that the next line may belong to. */
  value: OpenValue | null;
}

const LINE = /^((?:- )*)(?:([A-Za-z_][\w.-]*):(?: +(.*))?|(.+))$/;
/** Characters that YAML reads otherwise than as text: tabs, controls, other line ends, a byte order mark. */
const SPECIAL = /[\t\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff]|\r(?!\n)/;

/** Longer lines are not looked at: patterns take memory by their length. */
const LONGEST_LINE = 64 * 1024;

/**
 * Names of the agent sessions in a sessions file of the shape that programs write: block style, a `key: value` or an item
 * a line, long values on lines of their own. Null for every other shape; on this one it agrees with reading it as YAML.
 */
export function scanLines(text: string): Set<string> | null {
  if (SPECIAL.test(text)) return null;
  const state: State = { names: new Set(), blocks: [], awaits: false, value: null };
  for (let at = 0; at < text.length; ) {
    const feed = text.indexOf('\n', at);
    const end = feed === -1 ? text.length : feed;
    if (end - at > LONGEST_LINE) return null;
    const line = text.slice(at, endOfText(text, at, end));
    if (!(at === 0 && line === '---') && !readLine(line, indentOf(text, at, end), state)) return null;
    at = end + 1;
  }
  const { value } = state;
  return value?.kind === 'single' || value?.kind === 'double' ? null : state.names;
}

/** Where a line ends without the spaces, and the carriage return, at its end. */
function endOfText(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && (text[last - 1] === ' ' || text[last - 1] === '\r')) last--;
  return last;
}

function indentOf(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text[at] === ' ') at++;
  return at - start;
}

/** Takes in one line; false when it is of another shape. */
function readLine(line: string, indent: number, state: State): boolean {
  if (state.value) {
    const next = continueValue(state.value, line, indent);
    if (next === null) return false;
    state.value = typeof next === 'object' ? next : null;
    if (next !== 'after') return true;
  }
  if (line.length <= indent || line[indent] === '#') return true;
  const match = LINE.exec(line.slice(indent));
  if (match === null) return false;
  const [, dashes = '', key, value = '', item = ''] = match;
  const column = indent + dashes.length;
  for (let at = indent; at < column; at += 2)
    if (!enter(state, { column: at, kind: 'list' }, at === indent)) return false;
  if (key === undefined) return dashes !== '' && readItem(item, column - 2, state);
  return enter(state, { column, kind: 'map' }, dashes === '') && readPair(key, value, column, state);
}

function readItem(item: string, column: number, state: State): boolean {
  const begun = beginValue(item, column);
  state.value = begun?.open ?? null;
  state.awaits = false;
  return begun !== null;
}

function readPair(key: string, value: string, column: number, state: State): boolean {
  const begun = beginValue(value, column);
  if (begun === null) return false;
  state.awaits = value === '';
  state.value = begun.open;
  if (key !== 'name' || value === '' || !inTopLevelList(state.blocks)) return true;
  // The name itself must be whole on its line.
  if (begun.text === null) return false;
  if (value[0] !== '[' && value[0] !== '{' && begun.text !== '') state.names.add(begun.text);
  state.value = null;
  return true;
}

/** Goes to the block that a line, or the next part of it, belongs to; false when there can be none. */
function enter(state: State, next: Block, first: boolean): boolean {
  const { blocks } = state;
  if (!first || blocks.length === 0) {
    blocks.push(next);
    return !first || next.column === 0;
  }
  while ((blocks.at(-1)?.column ?? -1) > next.column) leave(state);
  // A list may stand in the column of the key that it belongs to; the next key ends it.
  if (next.kind === 'map' && isAt(blocks.at(-1), 'list', next.column)) leave(state);
  if (isAt(blocks.at(-1), next.kind, next.column)) {
    state.awaits = false;
    return true;
  }
  if (blocks.length === 0 || !state.awaits) return false;
  blocks.push(next);
  state.awaits = false;
  return true;
}

function leave(state: State): void {
  state.blocks.pop();
  state.awaits = false;
}

function isAt(block: Block | undefined, kind: Block['kind'], column: number): boolean {
  return block !== undefined && block.kind === kind && block.column === column;
}

/** Whether the innermost block is an item of a list that is the file's own, or the value of one of its top-level keys. */
function inTopLevelList(blocks: readonly Block[]): boolean {
  if (blocks[0]?.kind === 'list') return blocks.length === 2;
  return blocks.length === 3 && blocks[1]?.kind === 'list';
}
