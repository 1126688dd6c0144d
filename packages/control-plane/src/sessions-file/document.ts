import { type Document, isAlias, isMap, isScalar, isSeq, type Node, parseDocument, YAMLMap, type YAMLSeq } from 'yaml';
import { ControlPlaneError } from '../errors.ts';
import { checkSessionName } from '../names.ts';
import { quoted } from '../quoted.ts';
import { scalar } from './scalar.ts';

/** The lists of a sessions file that this package writes to; others are read. */
export type SessionList = 'herdr_sessions' | 'tmux_sessions';

/** An agent session as the sessions file has it. */
export interface SessionEntry {
  /** The top-level list that it stands in. */
  list: string;
  /** As it stands there, a prefix included. */
  name: string;
  /** Its fields that are plain texts, `name` among them. Every value is a string: `007` stays `007`. */
  fields: Readonly<Record<string, string>>;
}

interface Place {
  items: YAMLSeq;
  item: unknown;
}

/** A sessions file as a YAML document: what is not edited survives, comments, order and unknown keys too. */
export class SessionsDocument {
  readonly #document: Document;
  readonly #places = new WeakMap<SessionEntry, Place>();

  /** Throws, with the place, when the text is no YAML document with a map at its top. */
  constructor(text: string) {
    // Failsafe: every scalar stays the text that it is. A silent log level would pass over a second document.
    this.#document = parseDocument(text, { schema: 'failsafe', logLevel: 'error' });
    const [error] = this.#document.errors;
    if (error !== undefined) throw new Error(error.message.split('\n')[0]);
    const { contents } = this.#document;
    if (isNothing(contents)) this.#document.contents = new YAMLMap() as never;
    else if (!isMap(contents)) throw new Error('its top level is not a map of lists');
  }

  /** Every item with a text as its `name`, of every top-level list, in the order of the file. */
  entries(): SessionEntry[] {
    const entries: SessionEntry[] = [];
    for (const { key, value } of this.#top().items) {
      const items = this.#resolved(value);
      if (!isSeq(items)) continue;
      for (const item of items.items) {
        const fields = this.#fieldsOf(item);
        if (fields.name === undefined) continue;
        const entry: SessionEntry = { list: String(isScalar(key) ? key.value : key), name: fields.name, fields };
        this.#places.set(entry, { items, item });
        entries.push(entry);
      }
    }
    return entries;
  }

  /** Adds an agent session at the end of a list, `name` first; the list becomes one of block style. */
  add(list: SessionList, fields: Readonly<Record<string, string>> & { name: string }): void {
    const { name, ...rest } = fields;
    checkSessionName(name);
    const items = this.#list(list);
    const item = new YAMLMap();
    for (const [key, value] of Object.entries({ name, ...rest })) item.set(scalar(key), scalar(value));
    items.items.push(item);
  }

  /** Removes an entry that `entries` gave. */
  remove(entry: SessionEntry): void {
    const { items, item } = this.#placeOf(entry);
    items.items.splice(items.items.indexOf(item), 1);
    if (items.items.length === 0) items.flow = true;
  }

  /** Sets fields of an entry that `entries` gave. */
  set(entry: SessionEntry, fields: Readonly<Record<string, string>>): void {
    const { item } = this.#placeOf(entry);
    if (!isMap(item))
      throw new ControlPlaneError('failed', `agent session ${quoted(entry.name)} is an alias in the file`);
    for (const [key, value] of Object.entries(fields)) item.set(scalar(key), scalar(value));
  }

  /** Everything the document says, for comparing. */
  toJS(): unknown {
    return this.#document.toJS();
  }

  toString(): string {
    // Lists at the column of their key, as the line rule of other readers wants them; no line is folded.
    return this.#document.toString({ indentSeq: false, lineWidth: 0 });
  }

  #top(): YAMLMap<unknown, unknown> {
    return this.#document.contents as unknown as YAMLMap<unknown, unknown>;
  }

  #list(name: SessionList): YAMLSeq {
    const top = this.#top();
    const found = top.get(name, true) as Node | undefined;
    if (isSeq(found)) return blockStyle(top, found);
    if (found !== undefined && !isNothing(found)) {
      throw new ControlPlaneError('failed', `${name} is not a list: make it one by hand`);
    }
    const items = this.#document.createNode([]) as YAMLSeq;
    const comments = [found?.commentBefore, found?.comment].filter((comment) => typeof comment === 'string');
    if (comments.length > 0) items.commentBefore = comments.join('\n');
    top.set(found === undefined ? scalar(name) : name, items);
    return blockStyle(top, items);
  }

  #fieldsOf(item: unknown): Record<string, string> {
    const map = this.#resolved(item);
    const fields: Record<string, string> = Object.create(null);
    if (!isMap(map)) return fields;
    for (const pair of map.items) {
      const value = this.#resolved(pair.value);
      if (isScalar(pair.key) && isScalar(value) && typeof value.value === 'string') {
        fields[String(pair.key.value)] = value.value;
      }
    }
    return fields;
  }

  #resolved(node: unknown): unknown {
    return isAlias(node) ? node.resolve(this.#document) : node;
  }

  #placeOf(entry: SessionEntry): Place {
    const place = this.#places.get(entry);
    if (place === undefined) throw new Error('the entry is of another document');
    return place;
  }
}

/** Nothing, or one of the ways to write it. */
function isNothing(node: unknown): boolean {
  return node === null || (isScalar(node) && ['', '~', 'null'].includes(String(node.value)) && node.type === 'PLAIN');
}

function blockStyle(top: YAMLMap<unknown, unknown>, items: YAMLSeq): YAMLSeq {
  top.flow = false;
  items.flow = false;
  for (const item of items.items) if (isMap(item)) item.flow = false;
  return items;
}
