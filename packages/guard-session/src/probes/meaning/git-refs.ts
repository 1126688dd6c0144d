import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The branches that worktrees have checked out, given their git directories; while they are rebased too. */
export function checkedOut(gitDirs: readonly string[]): Set<string> {
  const branches = new Set<string>();
  for (const directory of gitDirs) {
    for (const file of ['HEAD', 'rebase-merge/head-name', 'rebase-apply/head-name']) {
      const branch = /^(?:ref: )?refs\/heads\/(.+?)\n?$/.exec(read(join(directory, file)))?.[1];
      if (branch !== undefined) branches.add(branch);
    }
  }
  return branches;
}

/** The branch that a ref stands for, here or on a remote; null for other refs. */
export function branchOf(ref: string): string | null {
  return /^refs\/(?:heads|remotes\/[^/]+)\/(.+)$/.exec(ref)?.[1] ?? null;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
