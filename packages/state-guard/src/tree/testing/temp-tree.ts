import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Observation } from '../../model.ts';
import { nextTick } from '../../testing/next-tick.ts';

/** A fresh directory, by its real path, that is removed after the test. */
export function tempDir(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'mam-tree-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/**
 * A fresh tree: each file by its path below the root, a path that ends in `/` an empty directory. Whatever changes in it later
 * has later stamps.
 */
export function tempTree(files: Record<string, string>): string {
  const root = join(tempDir(), 'tree');
  mkdirSync(root);
  for (const [path, content] of Object.entries(files)) {
    const at = join(root, path);
    mkdirSync(path.endsWith('/') ? at : dirname(at), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(at, content);
  }
  nextTick();
  return root;
}

/** Gives a file stamps that are old enough to be trusted. */
export function age(path: string): void {
  const longAgo = new Date(Date.now() - 3_600_000);
  utimesSync(path, longAgo, longAgo);
}

/** Observations in short: `added file a/b`, `.` for the root. */
export function told(observations: Observation[], root: string): string[] {
  return observations.map(({ change, entry, path }) => {
    const below = path === root ? '.' : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
    return `${change} ${entry} ${below}`;
  });
}

export const isRoot: boolean = process.getuid?.() === 0;

/** Runs a piece of the test without privileges: as it is for a plain user, as user 65534 for root. */
export function asPlainUser<T>(work: () => T): T {
  if (!isRoot) return work();
  process.setegid?.(65534);
  process.seteuid?.(65534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
