import { readPlainItems, skipPlainPairs } from './plain-lines.ts';
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
    const plain = skipPlain(text, at, state);
    if (plain > at) {
      at = plain;
      continue;
    }
    const feed = text.indexOf('\n', at);
    const end = feed === -1 ? text.length : feed;
    if (end - at > LONGEST_LINE) return null;
    const line = { text, start: at, indent: indentOf(text, at, end), end: endOfText(text, at, end) };
    if (!(at === 0 && text.slice(0, line.end) === '---') && !readLine(line, state)) return null;
    at = end + 1;
  }
  const { value } = state;
  return value?.kind === 'single' || value?.kind === 'double' ? null : state.names;
}

/** Goes past the plain lines from `at` on, as if each had been read; gives where the first other one begins. */
function skipPlain(text: string, at: number, state: State): number {
  const { blocks, value } = state;
  const list = blocks[0]?.kind === 'list' ? blocks[0] : blocks[1];
  if (list?.kind === 'list' && (value === null || value.kind === 'plain' || value.kind === 'block')) {
    const next = readPlainItems(text, at, list.column, state.names);
    if (next > at) {
      const column = list.column + 2;
      blocks.splice(blocks.indexOf(list) + 1, blocks.length, { column, kind: 'map' });
      // The last line may have been the name, which must be whole: then nothing may go on with it.
      state.value = null;
      state.awaits = false;
      return next;
    }
  }
  const block = blocks[blocks.length - 1];
  if (block?.kind !== 'map' || (value !== null && !(value.kind === 'plain' && value.column === block.column)))
    return at;
  const next = skipPlainPairs(text, at, block.column);
  if (next > at) {
    state.value = { kind: 'plain', column: block.column };
    state.awaits = false;
  }
  return next;
}

/** A line where it stands: its spaces in front are left out by `indent`, those behind by `end`. */
interface Line {
  text: string;
  start: number;
  /** How many spaces stand in front. */
  indent: number;
  end: number;
}

const [SPACE, HASH, DASH, COLON, RETURN] = [0x20, 0x23, 0x2d, 0x3a, 0x0d];

/** Where a line ends without the spaces, and the carriage return, at its end. */
function endOfText(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && (text.charCodeAt(last - 1) === SPACE || text.charCodeAt(last - 1) === RETURN)) last--;
  return last;
}

function indentOf(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) === SPACE) at++;
  return at - start;
}

/** Takes in one line; false when it is of another shape. */
function readLine(line: Line, state: State): boolean {
  const { text, indent, end } = line;
  let at = line.start + indent;
  if (state.value) {
    const next = continueValue(state.value, at < end ? text.slice(at, end) : '', indent);
    if (next === null) return false;
    state.value = typeof next === 'object' ? next : null;
    if (next !== 'after') return true;
  }
  if (at >= end || text.charCodeAt(at) === HASH) return true;
  let column = indent;
  for (; text.charCodeAt(at) === DASH && text.charCodeAt(at + 1) === SPACE && at + 1 < end; at += 2, column += 2) {
    if (!enter(state, column, 'list', column === indent)) return false;
  }
  if (at >= end) return false;
  const colon = endOfKey(text, at, end);
  if (colon === -1) return column > indent && readItem(text.slice(at, end), column - 2, state);
  if (!enter(state, column, 'map', column === indent)) return false;
  const isName = colon - at === 4 && text.startsWith('name', at);
  return readPair(isName, text.slice(colon + 1 + indentOf(text, colon + 1, end), end), column, state);
}

/** The colon after a key that is a plain word, or -1. */
function endOfKey(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isKeyCharacter(text.charCodeAt(at), at === start)) at++;
  if (at === start || text.charCodeAt(at) !== COLON || at >= end) return -1;
  return at + 1 === end || text.charCodeAt(at + 1) === SPACE ? at : -1;
}

function isKeyCharacter(code: number, first: boolean): boolean {
  const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
  return isLetter || (!first && ((code >= 0x30 && code <= 0x39) || code === DASH || code === 0x2e));
}

function readItem(item: string, column: number, state: State): boolean {
  const begun = beginValue(item, column);
  state.value = begun?.open ?? null;
  state.awaits = false;
  return begun !== null;
}

function readPair(isName: boolean, value: string, column: number, state: State): boolean {
  const begun = beginValue(value, column);
  if (begun === null) return false;
  state.awaits = value === '';
  state.value = begun.open;
  if (!isName || value === '' || !inTopLevelList(state.blocks)) return true;
  // The name itself must be whole on its line.
  if (begun.text === null) return false;
  if (value[0] !== '[' && value[0] !== '{' && begun.text !== '') state.names.add(begun.text);
  state.value = null;
  return true;
}

/** Goes to the block that a line, or the next part of it, belongs to; false when there can be none. */
function enter(state: State, column: number, kind: Block['kind'], first: boolean): boolean {
  const { blocks } = state;
  if (!first || blocks.length === 0) {
    blocks.push({ column, kind });
    return !first || column === 0;
  }
  while ((blocks.at(-1)?.column ?? -1) > column) leave(state);
  // A list may stand in the column of the key that it belongs to; the next key ends it.
  if (kind === 'map' && isAt(blocks.at(-1), 'list', column)) leave(state);
  if (isAt(blocks.at(-1), kind, column)) {
    state.awaits = false;
    return true;
  }
  if (blocks.length === 0 || !state.awaits) return false;
  blocks.push({ column, kind });
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
