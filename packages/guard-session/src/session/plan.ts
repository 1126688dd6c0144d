import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import {
  type Binding,
  CONTROL_PLANE_DIR,
  type Environment,
  fileIdentity,
  findCheckout,
  realPath,
  SESSIONS_FILE,
} from '@mam/registry-paths';
import { stateDirs, watchRoots } from '@mam/state-guard';
import { type AmbientBinding, recordAmbient } from '../ambient/ambient-binding.ts';
import { type OuterSession, readOuterSession } from '../nested/session-variable.ts';
import type { SessionOptions } from './options.ts';

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
  /** Watched files and trees, as absolute paths in the order given. */
  watches: string[];
  /** Everything that is live: no sandbox may lie in it, nor it in a sandbox. */
  live: string[];
  /** Where a sandbox may be made, in order of preference. */
  sandboxParents: string[];
}

/**
 * Plans a session from its options and environment; makes nothing.
 * @throws GuardError (usage) for a pattern that names no variable and for a foreign `MAM_GUARD_SESSION`.
 */
export function planSession(options: SessionOptions = {}): SessionPlan {
  const env = options.env ?? process.env;
  const cwd = options.cwd ?? process.cwd();
  const outer = readOuterSession(env);
  const ambient = recordAmbient(env, outer, options);
  const repoRoot = options.repo === undefined ? findCheckout(cwd) : resolve(cwd, options.repo);
  const recorded = absolute(ambient.recorded, cwd);
  const watches = (options.watch ?? []).map((watch) => resolve(cwd, watch));
  const planes = watches.filter(isControlPlane).map(realPath);
  const roots = joinRoots(watchRoots(repoRoot, recorded), [...planes, ...(outer?.roots ?? [])]);
  const { registries, auditLogs } = stateDirs(roots, recorded);
  return {
    id: randomBytes(12).toString('hex'),
    ambient,
    env,
    outer,
    cwd,
    repoRoot,
    roots,
    watches,
    live: [...new Set([...roots, ...registries, ...auditLogs, ...watches])],
    sandboxParents: [env.TMPDIR || tmpdir(), '/tmp', '/var/tmp'],
  };
}

/** A watch that is a control plane by its name, or by what lies in it. */
function isControlPlane(watch: string): boolean {
  return basename(watch) === CONTROL_PLANE_DIR || existsSync(join(watch, SESSIONS_FILE));
}

/** A binding with relative values resolved, so that a later change of the working directory moves nothing. */
export function absolute(binding: Binding, cwd: string): Binding {
  return Object.fromEntries(
    Object.entries(binding).map(([name, value]) => [name, value === '' ? value : resolve(cwd, value)]),
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
