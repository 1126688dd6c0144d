import { isUtf8 } from 'node:buffer';
import { toBytes } from './bytes.ts';

/** Control and format characters (they move a cursor or turn text around), lone surrogates, and line separators. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const TO_ESCAPE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\]/gu;
const SHORT: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A path for people: what cannot be printed is escaped, and then its bytes are given too. */
export interface DisplayPath {
  path: string;
  /** The bytes in base64, when `path` is not their plain text. */
  pathBase64?: string;
}

/**
 * How a path, given as a byte string, is shown. Printable UTF-8 stands as it is. Otherwise bytes that are not UTF-8 become
 * `\xff`, unprintable characters `\n`, `\x1b` or `\u{202e}`, a backslash is doubled, and `pathBase64` has the bytes.
 */
export function displayPath(bytePath: string): DisplayPath {
  const bytes = toBytes(bytePath);
  const utf8 = isUtf8(bytes);
  const text = bytes.toString('utf8');
  if (utf8 && !UNPRINTABLE.test(text)) return { path: text };
  const path = utf8 ? escapeText(text) : escapeBroken(bytes);
  return { path, pathBase64: bytes.toString('base64') };
}

/** The byte string of a shown path, whether it had to be escaped or not. */
export function pathBytes(shown: { path: string; detail?: { pathBase64?: string } }): string {
  const base64 = shown.detail?.pathBase64;
  return Buffer.from(base64 ?? shown.path, base64 === undefined ? 'utf8' : 'base64').toString('latin1');
}

function escapeText(text: string): string {
  return text.replace(TO_ESCAPE, (character) => SHORT[character] ?? escapeCode(character.codePointAt(0) ?? 0));
}

function escapeCode(code: number): string {
  const hex = code.toString(16);
  return code < 0x80 ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`;
}

/** Each longest stretch of UTF-8 as text, each byte between them escaped. */
function escapeBroken(bytes: Buffer): string {
  let shown = '';
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length > 0) shown += escapeText(bytes.toString('utf8', at, at + length));
    else shown += `\\x${bytes.toString('hex', at, at + 1)}`;
    at += length || 1;
  }
  return shown;
}

/** Length of the UTF-8 character that begins at a byte, or 0 when none does. */
function characterLength(bytes: Buffer, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
    if (isUtf8(bytes.subarray(at, at + length))) return length;
  }
  return 0;
}
