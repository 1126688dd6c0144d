import { type Document, isMap, isScalar, isSeq, parseDocument, stringify, type YAMLSeq } from 'yaml';
import { YAML_OPTIONS } from '../read/yaml-options.ts';

/** An entry of `accept` as it is written. */
export interface AcceptEntry {
  path: string;
  reason: string;
  until: string;
}

export interface AcceptEdit {
  added: readonly AcceptEntry[];
  /** Entries that stand there, by their index. */
  renewed: readonly { index: number; until: string }[];
}

/**
 * The text of a configuration, valid or without any option, with entries of `accept` added at its end and others renewed. What is not edited stays to
 * the letter where the list is in block style; else the document is written anew, its comments and order kept.
 */
export function editAccept(text: string, edit: AcceptEdit): string {
  const whole = rewrite(text, edit);
  const spliced = splice(text, edit);
  return spliced !== null && meaning(spliced) === meaning(whole) ? spliced : whole;
}

function meaning(text: string): string | null {
  const document = parse(text);
  return document.errors.length > 0 ? null : JSON.stringify(document.toJS());
}

function parse(text: string): Document {
  return parseDocument(text, YAML_OPTIONS);
}

/** Edits by the places of the nodes; null where that cannot be done. */
function splice(text: string, { added, renewed }: AcceptEdit): string | null {
  const { contents } = parse(text);
  if (contents !== null && (!isMap(contents) || contents.flow)) return null;
  const list = contents?.get('accept', true);
  const edits: { from: number; to: number; text: string }[] = [];
  for (const { index, until } of renewed) {
    const item = isSeq(list) ? list.items[index] : null;
    const value = isMap(item) ? item.get('until', true) : null;
    if (!isScalar(value) || !value.range) return null;
    edits.push({ from: value.range[0], to: value.range[1], text: until });
  }
  if (added.length > 0) {
    const place = placeForMore(text, list);
    if (place === null) return null;
    const lines = added.map((entry) => itemLines(entry, place.indent)).join('');
    const newline = text.includes('\r\n') ? '\r\n' : '\n';
    const insertion = (place.before + lines).replaceAll('\n', newline);
    edits.push({ from: place.offset, to: place.offset, text: insertion });
  }
  return edits.sort((a, b) => b.from - a.from).reduce(apply, text);
}

function apply(text: string, edit: { from: number; to: number; text: string }): string {
  return text.slice(0, edit.from) + edit.text + text.slice(edit.to);
}

interface Place {
  offset: number;
  indent: string;
  /** What comes before the first line. */
  before: string;
}

/** Where the next entry of the list goes; null when the list is in no block style. */
function placeForMore(text: string, list: unknown): Place | null {
  if (list === undefined) {
    const before = text.endsWith('\n') ? '' : '\n';
    return { offset: text.length, indent: '  ', before: `${before}accept:\n` };
  }
  const last = isSeq(list) && !list.flow ? list.items.at(-1) : undefined;
  if (!isSeq(list) || !isMap(last) || !list.range || !last.range) return null;
  const dash = list.range[0];
  const indent = text.slice(text.lastIndexOf('\n', dash - 1) + 1, dash);
  if (indent.trim() !== '' || text[dash] !== '-') return null;
  const end = last.range[1];
  const newline = text.indexOf('\n', text[end - 1] === '\n' ? end - 1 : end);
  return newline < 0 ? { offset: text.length, indent, before: '\n' } : { offset: newline + 1, indent, before: '' };
}

function itemLines(entry: AcceptEntry, indent: string): string {
  const lines = stringify(entry, { lineWidth: 0 }).trimEnd().split('\n');
  return lines.map((line, index) => `${indent}${index === 0 ? '- ' : '  '}${line}\n`).join('');
}

/** Edits the nodes, and writes the whole document. */
function rewrite(text: string, { added, renewed }: AcceptEdit): string {
  const document = parse(text);
  const list = listOf(document);
  for (const { index, until } of renewed) {
    const item = list.items[index];
    if (isMap(item)) item.set('until', until);
    else list.items[index] = document.createNode({ ...(document.toJS().accept[index] as AcceptEntry), until });
  }
  if (list.items.length === 0) list.flow = false;
  for (const entry of added) list.add(document.createNode(entry));
  return document.toString({ lineWidth: 0 });
}

/** The list of entries, made when there is none. An alias of a list is written out. */
function listOf(document: Document): YAMLSeq {
  const known = document.get('accept', true);
  if (isSeq(known)) return known;
  const value = (document.toJS() as { accept?: AcceptEntry[] } | null)?.accept ?? [];
  const list = document.createNode(value) as YAMLSeq;
  if (isMap(document.contents) && document.contents.items.length === 0) document.contents.flow = false;
  document.set('accept', list);
  return list;
}
