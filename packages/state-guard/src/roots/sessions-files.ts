import { join } from 'node:path';
import { type Binding, SESSIONS_FILE } from '@mam/registry-paths';
import { distinctPaths } from './distinct-paths.ts';
import { type RecordedOptions, recordedPath } from './recorded-path.ts';

/** The sessions files whose agent sessions explain a job: one of every root, and the recorded `AGENT_SESSIONS_YAML`. */
export function sessionsFiles(roots: readonly string[], recorded: Binding, options: RecordedOptions = {}): string[] {
  const files = distinctPaths(roots.map((root) => join(root, SESSIONS_FILE)));
  if (recorded.AGENT_SESSIONS_YAML) files.add(recordedPath(recorded.AGENT_SESSIONS_YAML, options));
  return files.paths;
}
