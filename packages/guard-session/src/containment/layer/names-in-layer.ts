import { isDirectory, readEntry } from '@mam/state-guard';
import type { Views } from '../namespace/views.ts';
import { child } from '../paths.ts';
import { listNames } from './list-names.ts';

/**
 * Names of the entries of a live directory that the run made, wrote to, opened for writing or removed, at a cost that
 * follows their number. Null when the run removed the directory or made it again: then all of its view is the run's.
 * Paths and names are byte strings. Empty for what is not contained. @throws what the file system says
 */
export function namesInLayer({ viewOf }: Views, directory: string): string[] | null {
  const view = viewOf(directory);
  if (view === null || view.upper === null) return [];
  let upper = view.upper;
  let seen = view.seen;
  const steps = directory
    .slice(view.mount.path.length)
    .split('/')
    .filter((step) => step !== '');
  for (const step of steps) {
    upper = child(upper, step);
    seen = child(seen, step);
    const written = readEntry(upper);
    if (written === null) return [];
    const after = readEntry(seen);
    if (after === null || !isDirectory(after.mode) || after.links !== 1) return null;
  }
  return listNames(upper);
}
