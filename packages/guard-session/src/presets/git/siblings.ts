import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from './repository.ts';

/** The git directories of the other worktrees of a repository: linked ones, and the main one when this is linked. */
export function siblingGitDirs({ gitDir, commonDir }: Repository): string[] {
  const linked = list(join(commonDir, 'worktrees')).map((name) => join(commonDir, 'worktrees', name));
  return [commonDir, ...linked].filter((path) => path !== gitDir && existsSync(join(path, 'HEAD')));
}

function list(path: string): string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}
