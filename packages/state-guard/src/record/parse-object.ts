import { isUtf8 } from 'node:buffer';

/** A JSON object, or what is wrong as a phrase that follows the name of the file. */
export type ParsedObject =
  | { object: Readonly<Record<string, unknown>> }
  /** `torn`: it may be half written, so that reading it again may help. */
  | { problem: string; torn: boolean };

/** Strings, which stay, or what Python writes for numbers that JSON does not have. */
const STRING_OR_CONSTANT = /"(?:[^"\\]|\\[\s\S])*"|-?\bInfinity\b|\bNaN\b/g;

/** Parses a JSON object. `NaN` and `Infinity`, which Python's writer gives and JSON does not know, count as null. */
export function parseObject(bytes: Buffer): ParsedObject {
  if (bytes.length === 0) return { problem: 'is empty', torn: true };
  if (!isUtf8(bytes)) return { problem: 'is not UTF-8', torn: true };
  const text = bytes.toString('utf8');
  const value = parse(text) ?? parse(text.replace(STRING_OR_CONSTANT, (token) => (token[0] === '"' ? token : 'null')));
  if (value === null) return { problem: 'is not valid JSON', torn: true };
  const object = value.value;
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    return { problem: `is not a JSON object but ${kindOf(object)}`, torn: false };
  }
  return { object: object as Record<string, unknown> };
}

/** What kind of JSON value it is, with its article. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
