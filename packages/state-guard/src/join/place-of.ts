import { entryPath, fromText, toText } from '../bytes/bytes.ts';

/** Where the parts of the watched control planes lie; absolute paths. */
export interface RegistryPlaces {
  registries: readonly string[];
  auditLogs: readonly string[];
  sessionsFiles: readonly string[];
}

/** What a path is to the registry. Job ids and paths are byte strings. */
export type Place =
  | { part: 'record'; id: string }
  | { part: 'audit-log'; id: string }
  /** Something inside the audit log of a job. */
  | { part: 'in-audit-log'; id: string; auditLog: string }
  | { part: 'sessions-file'; file: string };

/** Tells what a path, given as a byte string, is to the registry; null when it does not belong to it. */
export function placeFinder(places: RegistryPlaces): (path: string) => Place | null {
  const registries = places.registries.map(fromText);
  const auditLogs = places.auditLogs.map(fromText);
  const files = new Set(places.sessionsFiles.map(fromText));
  return (path) => {
    if (files.has(path)) return { part: 'sessions-file', file: toText(path) };
    for (const registry of registries) {
      const name = below(path, registry);
      if (name?.endsWith('.json') && !name.includes('/')) return { part: 'record', id: name.slice(0, -'.json'.length) };
    }
    for (const directory of auditLogs) {
      const name = below(path, directory);
      if (name === null) continue;
      const [id = ''] = name.split('/', 1);
      return id === name ? { part: 'audit-log', id } : { part: 'in-audit-log', id, auditLog: entryPath(directory, id) };
    }
    return null;
  };
}

function below(path: string, directory: string): string | null {
  return path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : null;
}
