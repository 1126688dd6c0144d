/** A path as it stands, unless it would break the line or the terminal: then quoted as JSON. */
export function printable(path: string): string {
  return /[\x00-\x1f\x7f]/.test(path) ? JSON.stringify(path) : path;
}
