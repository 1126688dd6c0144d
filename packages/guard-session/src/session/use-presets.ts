import type { Environment } from '@mam/registry-paths';
import { type AmbientBinding, recordAmbient } from '../ambient/ambient-binding.ts';
import type { OuterSession } from '../nested/session-variable.ts';
import { expandPreset } from '../presets/expand.ts';
import type { PresetExpansion, PresetWatch } from '../presets/preset.ts';
import { homeOf } from './home-of.ts';
import type { SessionOptions } from './options.ts';

export interface PresetPlace {
  env: Environment;
  outer: OuterSession | null;
  cwd: string;
  checkout: string;
}

/**
 * What the presets of a session come to, and the ambient binding with what they drop. A variable that is dropped leaves the
 * tool with its default: what the variable names and what the run falls back to are both live, and both watched.
 * @throws GuardError (usage) for a pattern that names no variable.
 */
export function expandPresets(
  options: SessionOptions,
  { env, outer, cwd, checkout }: PresetPlace,
): { ambient: AmbientBinding; presets: Pick<PresetExpansion, 'watch' | 'watchTmux' | 'dropEnv' | 'notes'> } {
  const names = [...new Set(options.use ?? [])];
  const expand = (from: Environment) =>
    names.map((name) => expandPreset(name, { env: from, home: homeOf(from, cwd), cwd, checkout, uid: uid() }));
  // In a nested session the environment carries the sandbox of the one around it: what counts is what that one recorded.
  const recorded = outer === null ? {} : outer.recorded;
  const live = expand({ ...env, ...recorded });
  const dropEnv = [...(options.dropEnv ?? []), ...live.flatMap((expansion) => expansion.dropEnv)];
  const ambient = recordAmbient(env, outer, { ...options, dropEnv });
  const dropped = new Set(ambient.dropped);
  const left = Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.has(name)));
  const all = [...live, ...expand(left)];
  return {
    ambient,
    presets: {
      watch: joinWatches(all.flatMap((expansion) => expansion.watch)),
      watchTmux: [...new Set(all.flatMap((expansion) => expansion.watchTmux))],
      dropEnv: [...new Set(live.flatMap((expansion) => expansion.dropEnv))],
      notes: [...new Set(live.flatMap((expansion) => expansion.notes))],
    },
  };
}

function joinWatches(watches: readonly PresetWatch[]): PresetWatch[] {
  const byPath = new Map<string, PresetWatch>();
  for (const watch of watches) {
    const known = byPath.get(watch.path);
    const ignore = [...new Set([...(known?.ignore ?? []), ...watch.ignore])];
    const meaning = known?.meaning ?? watch.meaning;
    byPath.set(watch.path, { path: watch.path, ignore, ...(meaning && { meaning }) });
  }
  return [...byPath.values()];
}

function uid(): number {
  return process.getuid?.() ?? 0;
}
