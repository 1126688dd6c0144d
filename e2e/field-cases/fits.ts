/** Whether a path fits a glob: `*` stands for any text within a name, `**` for any. */
export function fits(glob: string, path: string): boolean {
  const pattern = glob
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')));
  return new RegExp(`^${pattern.join('')}$`, 's').test(path);
}

/** Whether a directory, given as a glob, holds a path. */
export function isAbove(directory: string, path: string): boolean {
  return fits(`${directory}/**`, path);
}
