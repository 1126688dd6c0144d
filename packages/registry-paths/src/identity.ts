import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';

/** As the kernel: more links than this in one path are a loop. */
const MAX_LINKS = 40;

/**
 * The real path of what exists; of what does not exist, the real path of its nearest parent with the rest joined to it.
 * A dangling link leads to where it points. In a loop of links the path stays as it is from the loop on.
 */
export function realPath(path: string): string {
  const absolute = isAbsolute(path) ? path : join(process.cwd(), path);
  try {
    return realpathSync.native(absolute);
  } catch {
    return walk(absolute);
  }
}

function walk(absolute: string): string {
  const { root } = parse(absolute);
  let real = root;
  let links = 0;
  const rest = absolute.slice(root.length).split(sep);
  while (rest.length > 0) {
    const name = rest.shift() as string;
    if (name === '' || name === '.') continue;
    if (name === '..') {
      real = dirname(real);
      continue;
    }
    const next = join(real, name);
    const target = linkTarget(next);
    if (target === null || links++ >= MAX_LINKS) {
      real = next;
      continue;
    }
    rest.unshift(...target.split(sep));
    if (isAbsolute(target)) real = root;
  }
  return real;
}

function linkTarget(path: string): string | null {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null;
  } catch {
    return null;
  }
}

/** What tells two directories apart whatever their spelling: device and inode, or null for what does not exist. */
export function fileIdentity(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}

/** Whether two paths name the same file or directory: by real path, then by device and inode. */
export function sameFile(a: string, b: string): boolean {
  if (realPath(a) === realPath(b)) return true;
  const identity = fileIdentity(a);
  return identity !== null && identity === fileIdentity(b);
}

/** The nearest directory at or above `cwd` that holds a `.git` (a directory, or the file of a worktree); else `cwd`. */
export function findCheckout(cwd: string = process.cwd()): string {
  const start = resolve(cwd);
  for (let dir = start; ; dir = dirname(dir)) {
    if (statSync(join(dir, '.git'), { throwIfNoEntry: false })) return dir;
    if (basename(dir) === '' || dirname(dir) === dir) return start;
  }
}
