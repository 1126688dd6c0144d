/** Whether a path lies below a directory; both absolute and real, both of one kind (text or byte strings). */
export function isBelow(path: string, directory: string): boolean {
  return directory === '/' ? path !== '/' && path.startsWith('/') : path.startsWith(`${directory}/`);
}

/** Whether a path is a directory or lies below it. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || isBelow(path, directory);
}

/** The path of an entry of a directory; byte strings both. */
export function child(directory: string, name: string): string {
  return directory === '/' ? `/${name}` : `${directory}/${name}`;
}
