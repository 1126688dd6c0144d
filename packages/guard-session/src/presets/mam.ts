import { dirname, join, resolve } from 'node:path';
import { BINDING_VARIABLES, CONTROL_PLANE_DIR, readBinding } from '@mam/registry-paths';
import { watchRoots } from '@mam/state-guard';
import type { PresetContext, PresetExpansion } from './preset.ts';

/**
 * The control planes of mam itself, looked deep into: contents of records, appended lines of audit logs. Without the preset
 * a session looks at them by name only.
 *
 * Source: this repository, packages/registry-paths/README.md (the rules) and packages/control-plane (the writers).
 */
export function mam({ env, cwd, checkout }: PresetContext): PresetExpansion {
  const binding = readBinding(env);
  const recorded = Object.fromEntries(
    Object.entries(binding).map(([name, value]) => [name, value === '' ? value : resolve(cwd, value)]),
  );
  const sessionsFile = recorded.AGENT_SESSIONS_YAML;
  const roots = watchRoots(checkout, recorded);
  const apart = sessionsFile && !roots.includes(dirname(sessionsFile)) ? [sessionsFile] : [];
  return {
    watch: [
      // A writer's lock is a directory beside its file, and may stay behind empty, which is a free lock.
      ...roots.map((path) => ({ path, ignore: ['.*.lock/'] })),
      ...apart.map((path) => ({ path, ignore: [] })),
    ],
    watchTmux: [],
    dropEnv: [...BINDING_VARIABLES],
    redirects: [...BINDING_VARIABLES, `else ${join(CONTROL_PLANE_DIR)} in the working directory`],
    notes: [],
  };
}
