import { statSync } from 'node:fs';
import { fsPath } from '@mam/state-guard';
import { isBelow } from '../paths.ts';
import { type MountEntry, mountIdOf } from './mount-table.ts';

export interface Submount {
  entry: MountEntry;
  kind: 'directory' | 'file';
}

/**
 * The file systems mounted below a directory, as far as they can be reached: not those hidden under a later mount.
 * Shorter paths first, so parents come before what is mounted in them. `directory` is a byte string.
 */
export function submountsOf(directory: string, table: readonly MountEntry[]): Submount[] {
  const found: Submount[] = [];
  for (const entry of table) {
    if (!isBelow(entry.point, directory)) continue;
    const kind = reachable(entry);
    if (kind !== null) found.push({ entry, kind });
  }
  return found.sort((a, b) => a.entry.point.length - b.entry.point.length);
}

function reachable({ id, point }: MountEntry): Submount['kind'] | null {
  try {
    if (mountIdOf(point) !== id) return null;
    return statSync(fsPath(point)).isDirectory() ? 'directory' : 'file';
  } catch {
    // Gone since, or out of this process's reach and so of the run's.
    return null;
  }
}
