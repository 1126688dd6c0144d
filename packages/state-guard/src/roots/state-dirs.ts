import { join } from 'node:path';
import { AUDIT_LOG_DIR, type Binding, REGISTRY_DIR, realPath } from '@mam/registry-paths';
import { directoryState } from './directory-state.ts';
import { distinctPaths } from './distinct-paths.ts';
import { type RecordedOptions, recordedPath } from './recorded-path.ts';

/** The directories whose entries are compared, in watch order. */
export interface StateDirs {
  registries: string[];
  auditLogs: string[];
}

/**
 * `<root>/jobs` and `<root>/delegate_job_logs` of every root, whether they exist or not, and a recorded `MAM_JOBS_DIR`
 * or `DELEGATE_JOB_LOGS_DIR` that is a directory and none of those. The same directory under two spellings stands once.
 */
export function stateDirs(roots: readonly string[], recorded: Binding, options: RecordedOptions = {}): StateDirs {
  return {
    registries: withRecorded(roots, REGISTRY_DIR, recorded.MAM_JOBS_DIR, options),
    auditLogs: withRecorded(roots, AUDIT_LOG_DIR, recorded.DELEGATE_JOB_LOGS_DIR, options),
  };
}

function withRecorded(
  roots: readonly string[],
  name: string,
  value: string | undefined,
  options: RecordedOptions,
): string[] {
  const dirs = distinctPaths(roots.map((root) => join(root, name)));
  if (value) {
    const real = realPath(recordedPath(value, options));
    if (directoryState(real) !== 'none') dirs.add(real);
  }
  return dirs.paths;
}
