/** How much content a baseline records, so that a later look can tell appended lines and the same bytes from a change. */
export interface ContentBudget {
  /** Files that are read. Default 10000. */
  files: number;
  /** Bytes that are read, of all files together. Default 256 MiB. */
  bytes: number;
  /** Size of the largest file that is read. Default 64 MiB. */
  fileBytes: number;
}

export interface LookOptions {
  /** Patterns in gitignore syntax, rooted at the watch root. They never hide the root itself. */
  ignore?: readonly string[];
  /** Files and directories that are judged elsewhere: not looked at, not counted. */
  exclude?: readonly string[];
  /** Other spellings of the root that the user gave. A link among them is watched too. Default: the root as given. */
  spelled?: readonly string[];
  content?: Partial<ContentBudget>;
  /** Told now and then how many entries were looked at so far, and once at the end. */
  progress?: (entries: number) => void;
}

export interface CompareOptions {
  /** Joins what was excluded from the first look. */
  exclude?: readonly string[];
  /** The second look will be the baseline of another comparison: record the content of what is new in it. */
  keep?: boolean;
  progress?: (entries: number) => void;
}

const MIB = 1024 * 1024;

export function contentBudget(given: Partial<ContentBudget> = {}): ContentBudget {
  return { files: 10_000, bytes: 256 * MIB, fileBytes: 64 * MIB, ...given };
}

/** Excluded names by the path of their directory; byte strings. */
export type Exclusions = Map<string, Set<string>>;

export function exclusions(paths: readonly string[]): Exclusions {
  const byDirectory: Exclusions = new Map();
  for (const path of paths) {
    const at = path.lastIndexOf('/');
    const directory = at === 0 ? '/' : path.slice(0, at);
    const names = byDirectory.get(directory) ?? new Set();
    byDirectory.set(directory, names.add(path.slice(at + 1)));
  }
  return byDirectory;
}
