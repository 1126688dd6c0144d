import { dirname, resolve } from 'node:path';
import { type Binding, CONTROL_PLANE_DIR, realPath } from '@mam/registry-paths';
import { directoryState } from './directory-state.ts';
import { distinctPaths } from './distinct-paths.ts';
import { type RecordedOptions, recordedPath } from './recorded-path.ts';

/**
 * The control planes to watch, as real paths, each directory once, in order: the checkout's own `.mam` (always, so that
 * a leak that creates it is seen), then those that the recorded binding names and that exist: `$WORKSPACE_ROOT/.mam` and
 * the parents of `MAM_JOBS_DIR` and `DELEGATE_JOB_LOGS_DIR`. `AGENT_SESSIONS_YAML` names no root.
 *
 * @param repoRoot the checkout
 */
export function watchRoots(repoRoot: string, recorded: Binding, options: RecordedOptions = {}): string[] {
  const roots = distinctPaths([realPath(`${recordedPath(repoRoot, options)}/${CONTROL_PLANE_DIR}`)]);
  for (const candidate of candidates(recorded, options)) {
    const real = realPath(candidate);
    // What a permission hides may well exist: it is watched, and found not to be covered.
    if (directoryState(real) !== 'none') roots.add(real);
  }
  return roots.paths;
}

function candidates(recorded: Binding, options: RecordedOptions): string[] {
  const found: string[] = [];
  if (recorded.WORKSPACE_ROOT) found.push(`${recordedPath(recorded.WORKSPACE_ROOT, options)}/${CONTROL_PLANE_DIR}`);
  for (const value of [recorded.MAM_JOBS_DIR, recorded.DELEGATE_JOB_LOGS_DIR]) {
    // Parent first, then real path: the directory may be a link to somewhere else.
    if (value) found.push(dirname(resolve(recordedPath(value, options))));
  }
  return found;
}
