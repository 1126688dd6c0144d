import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { realPath } from '@mam/registry-paths';
import type { PresetContext } from '../preset.ts';

/** Where a checkout's repository lies; real paths, which need not exist. */
export interface Repository {
  /** What belongs to this checkout: HEAD, index. */
  gitDir: string;
  /** What it shares with the other worktrees: refs, config. The same as `gitDir` but in a linked worktree. */
  commonDir: string;
  /** The file in the checkout that leads to `gitDir`, in a linked worktree and a submodule. */
  pointer: string | null;
}

/** The repository of a context: `GIT_DIR`, else the checkout's. Follows `gitdir:` files and `commondir`. */
export function findRepository({ env, cwd, checkout }: PresetContext): Repository {
  const dotGit = env.GIT_DIR ? resolve(cwd, env.GIT_DIR) : join(checkout, '.git');
  const target = isFile(dotGit) ? /^gitdir: (.*?)\n*$/s.exec(read(dotGit))?.[1] : undefined;
  const gitDir = realPath(target === undefined ? dotGit : resolve(dirname(dotGit), target));
  const shared = read(join(gitDir, 'commondir')).trim();
  const named = env.GIT_DIR && env.GIT_COMMON_DIR ? resolve(cwd, env.GIT_COMMON_DIR) : null;
  const commonDir = named ?? (shared === '' ? gitDir : resolve(gitDir, shared));
  return { gitDir, commonDir: realPath(commonDir), pointer: target === undefined ? null : dotGit };
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
