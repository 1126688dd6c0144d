import { entryPath } from '../bytes/bytes.ts';
import type { DirectoryLook } from '../look/directory-look.ts';

/** Finds the record of a job: its path as a byte string, or null. */
export type FindRecord = (jobId: string) => string | null;

/** From here on a Set pays for itself. */
const SEARCHES_BEFORE_INDEX = 8;

/** Looks records up in registries, in watch order: the first registry that has the job wins. */
export function recordFinder(registries: readonly DirectoryLook[]): FindRecord {
  let searches = 0;
  const indexes = new Map<DirectoryLook, ReadonlySet<string>>();
  const holds = (registry: DirectoryLook, name: string): boolean => {
    if (searches <= SEARCHES_BEFORE_INDEX) return registry.names.includes(name);
    const index = indexes.get(registry) ?? new Set(registry.names);
    indexes.set(registry, index);
    return index.has(name);
  };
  return (jobId) => {
    searches++;
    const registry = registries.find((candidate) => holds(candidate, `${jobId}.json`));
    return registry === undefined ? null : entryPath(registry.path, `${jobId}.json`);
  };
}
