import { dirname, join } from 'node:path';
import { currentDirectory } from './current-directory.ts';
import { fileIdentity, realPath } from './identity.ts';

/**
 * The nearest directory at or above `cwd` that holds a `.git` (a directory, or the file of a worktree), as a real path;
 * else `cwd` itself, real too.
 */
export function findCheckout(cwd: string = currentDirectory()): string {
  const start = realPath(cwd);
  for (let dir = start; ; dir = dirname(dir)) {
    if (fileIdentity(join(dir, '.git')) !== null) return dir;
    if (dirname(dir) === dir) return start;
  }
}
