import { fileIdentity, realPath } from '@mam/registry-paths';

/** A list of paths in which each file or directory stands once, under its first spelling. */
export interface DistinctPaths {
  readonly paths: string[];
  /** Adds a path unless the list has the same file or directory: by real path, then by device and inode. */
  add(path: string): void;
}

/** An empty list, or one of these paths. */
export function distinctPaths(first: readonly string[] = []): DistinctPaths {
  const paths: string[] = [];
  const seen = new Set<string>();
  const add = (path: string): void => {
    // An identity has no leading slash, so that the two kinds of key never meet.
    const keys = [realPath(path), fileIdentity(path)].filter((key) => key !== null);
    if (keys.some((key) => seen.has(key))) return;
    for (const key of keys) seen.add(key);
    paths.push(path);
  };
  for (const path of first) add(path);
  return { paths, add };
}
