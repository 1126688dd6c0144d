import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  absolutePath,
  type Binding,
  CONTROL_PLANE_DIR,
  type Environment,
  fileIdentity,
  findCheckout,
  realPath,
  SESSIONS_FILE,
} from '@mam/registry-paths';
import { stateDirs, type TreeWatch, watchRoots } from '@mam/state-guard';
import type { AmbientBinding } from '../ambient/ambient-binding.ts';
import { type OuterSession, readOuterSession } from '../nested/session-variable.ts';
import type { PresetWatch } from '../presets/preset.ts';
import { homeNotes } from './home-notes.ts';
import type { SessionOptions } from './options.ts';
import { reachableNotes } from './reachable-notes.ts';
import { refuseTempDirIn } from './temp-dir.ts';
import { expandPresets } from './use-presets.ts';

/** What a session will guard, worked out before anything is made. */
export interface SessionPlan {
  id: string;
  ambient: AmbientBinding;
  env: Environment;
  /** The session around this one. */
  outer: OuterSession | null;
  cwd: string;
  repoRoot: string;
  /** Watch roots in order: the checkout's own, the recorded ones, those of the sessions around. */
  roots: string[];
  /** Watched files and trees, as absolute paths in the order given; those of presets come last. */
  watches: string[];
  /** The same, with what is known of each. */
  treeWatches: PresetWatch[];
  /** Sockets of the tmux servers that presets watch. */
  tmuxSockets: string[];
  /** Everything that is live: no sandbox may lie in it, nor it in a sandbox. */
  live: string[];
  /** Where a sandbox may be made, in order of preference. */
  sandboxParents: string[];
  /** What a person should know before the run, a sentence each. */
  notes: string[];
}

/**
 * Plans a session from its options and environment; makes nothing.
 * @throws GuardError (usage) for a pattern that names no variable, for a foreign `MAM_GUARD_SESSION`, and when the
 *   temporary directory lies inside a control plane.
 */
export function planSession(options: SessionOptions = {}): SessionPlan {
  const env = options.env ?? process.env;
  const cwd = options.cwd ?? process.cwd();
  const outer = readOuterSession(env);
  const repoRoot = options.repo === undefined ? findCheckout(cwd) : absolutePath(options.repo, () => cwd);
  const { ambient, presets } = expandPresets(options, { env, outer, cwd, checkout: repoRoot });
  const recorded = absolute(ambient.recorded, cwd);
  const treeWatches = [...(options.watch ?? []).map((watch) => absoluteWatch(watch, cwd)), ...presets.watch];
  const watches = treeWatches.map(({ path }) => path);
  const watched = watches.filter(isControlPlane).map(realPath);
  const roots = joinRoots(watchRoots(repoRoot, recorded), [...watched, ...(outer?.roots ?? [])]);
  const { registries, auditLogs } = stateDirs(roots, recorded);
  const commandEnv = { env, dropped: ambient.dropped, options };
  // The parent of a recorded registry is a watch root too, and may be as wide as /tmp.
  const planes = [...roots.filter(isControlPlane), ...registries, ...auditLogs];
  refuseTempDirIn([...planes, ...presets.watch.map(({ path }) => path)], commandEnv);
  return {
    id: randomBytes(12).toString('hex'),
    ambient,
    env,
    outer,
    cwd,
    repoRoot,
    roots,
    watches,
    treeWatches,
    tmuxSockets: presets.watchTmux,
    notes: [...homeNotes(commandEnv), ...reachableNotes({ ...commandEnv, cwd }), ...presets.notes],
    live: [...new Set([...roots, ...registries, ...auditLogs, ...watches])],
    sandboxParents: [env.TMPDIR || tmpdir(), '/tmp', '/var/tmp'],
  };
}

function absoluteWatch(watch: string | TreeWatch, cwd: string): PresetWatch {
  const { path, ignore = [] } = typeof watch === 'string' ? { path: watch } : watch;
  return { path: absolutePath(path, () => cwd), ignore };
}

/** A watch that is a control plane by its name, or by what lies in it. */
function isControlPlane(watch: string): boolean {
  return basename(watch) === CONTROL_PLANE_DIR || existsSync(join(watch, SESSIONS_FILE));
}

/**
 * A binding with relative values made absolute, so that a later change of the working directory moves nothing. Not resolved:
 * a `..` after a link leads elsewhere than its spelling says, for the run as for the guard.
 */
export function absolute(binding: Binding, cwd: string): Binding {
  return Object.fromEntries(
    Object.entries(binding).map(([name, value]) => [name, value === '' ? value : absolutePath(value, () => cwd)]),
  );
}

function joinRoots(own: readonly string[], inherited: readonly string[]): string[] {
  const roots = [...own];
  const known = new Set(own.map((root) => fileIdentity(root) ?? root));
  for (const root of inherited.map(realPath)) {
    const identity = fileIdentity(root) ?? root;
    if (known.has(identity) || roots.includes(root)) continue;
    known.add(identity);
    roots.push(root);
  }
  return roots;
}
