import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { currentDirectory } from './current-directory.ts';

/**
 * The real path of what exists; of what does not exist, the real path of its nearest parent with the rest joined to it.
 * A dangling link leads to where it points. A loop of links stays as it is from the link on at which it closes.
 */
export function realPath(path: string): string {
  // Not `join` or `resolve`: they take `..` by its spelling, and after a link it leads elsewhere.
  const absolute = isAbsolute(path) ? path : `${currentDirectory()}${sep}${path}`;
  try {
    return realpathSync.native(absolute);
  } catch {
    const { root } = parse(absolute);
    return resolve(walk(root, absolute.slice(root.length), new Map()).path);
  }
}

interface Walked {
  path: string;
  /** The walk ended in a loop of links. */
  looped: boolean;
}

/** Follows `rest` from a real directory. `seen` holds the links on the way: null while one is being followed. */
function walk(from: string, rest: string, seen: Map<string, string | null>): Walked {
  let path = isAbsolute(rest) ? parse(rest).root : from;
  const names = rest.slice(isAbsolute(rest) ? path.length : 0).split(sep);
  for (const [index, name] of names.entries()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      path = dirname(path);
      continue;
    }
    const next = join(path, name);
    const target = linkTarget(next);
    if (target === null) {
      path = next;
      continue;
    }
    const after = names.slice(index + 1);
    const known = seen.get(next);
    if (known === null) return { path: [next, ...after].join(sep), looped: true };
    if (known === undefined) {
      seen.set(next, null);
      const followed = walk(path, target, seen);
      if (followed.looped) return { path: [followed.path, ...after].join(sep), looped: true };
      seen.set(next, followed.path);
      path = followed.path;
    } else {
      path = known;
    }
  }
  return { path, looped: false };
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
