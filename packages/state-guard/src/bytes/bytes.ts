/**
 * Byte strings: one character of U+0000 to U+00FF a byte, as `latin1` reads them. File names are bytes on Linux; this
 * form keeps every one of them, sorts as bytes do, and goes through JSON.
 */

/** The bytes of a byte string, to open a file whatever its name is: every function of `node:fs` takes them as a path. */
export function toBytes(byteString: string): Buffer {
  return Buffer.from(byteString, 'latin1');
}

/** The byte string of a text, in UTF-8. */
export function fromText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** A byte string as text; what is not UTF-8 in it becomes U+FFFD. */
export function toText(byteString: string): string {
  return toBytes(byteString).toString('utf8');
}

/** The path of an entry, as a byte string, from its directory's path as text and its name as a byte string. */
export function entryPath(directory: string, name: string): string {
  return directory.endsWith('/') ? fromText(directory) + name : `${fromText(directory)}/${name}`;
}

/** Order of two byte strings, by their bytes. */
export function compareBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
