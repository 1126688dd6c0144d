import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { BindingVariable, Environment } from './binding.ts';
import { AUDIT_LOG_DIR, CONTROL_PLANE_DIR, REGISTRY_DIR, SESSIONS_FILE } from './layout.ts';

/** What decided a path: a flag, a variable of the binding, or the working directory. */
export type PathSource = 'flag' | 'registry flag' | BindingVariable | 'cwd';

/** A rule that came earlier and did not apply, with the reason. */
export interface PassedOver {
  source: PathSource;
  /** The value that was passed over. */
  value: string;
  reason: string;
}

/** One path of a control plane, and why it is this one. */
export interface ResolvedPath {
  /** Absolute path. */
  path: string;
  source: PathSource;
  passedOver: PassedOver[];
}

/** The three paths that make a control plane. */
export interface ControlPlane {
  registry: ResolvedPath;
  auditLog: ResolvedPath;
  sessionsFile: ResolvedPath;
}

/** Paths given on a command line; each beats every variable. */
export interface PathFlags {
  registry?: string | undefined;
  auditLog?: string | undefined;
  sessionsFile?: string | undefined;
}

/** Where to resolve; the defaults are those of this process at the time of the call. */
export interface ResolveOptions {
  flags?: PathFlags;
  env?: Environment;
  cwd?: string;
}

interface Rule {
  source: PathSource;
  value: string | undefined;
  /** The path that the value leads to. */
  path: (value: string) => string;
  /** Why the value does not count, or null when it does. */
  refuse?: (value: string) => string | null;
}

/**
 * The control plane that a process would use, each path absolute, with its source and with what was passed over and why.
 * Nothing is created, and a path need not exist. A variable that is set but empty counts as unset.
 */
export function resolveControlPlane(options: ResolveOptions = {}): ControlPlane {
  const { flags = {}, env = process.env } = options;
  const cwd = options.cwd ?? process.cwd();
  const beside = (path: string) => join(dirname(resolve(cwd, path)), AUDIT_LOG_DIR);
  return {
    registry: firstOf(cwd, REGISTRY_DIR, [
      flag(flags.registry),
      variable(env, 'MAM_JOBS_DIR'),
      workspace(env, cwd, REGISTRY_DIR),
    ]),
    auditLog: firstOf(cwd, AUDIT_LOG_DIR, [
      flag(flags.auditLog),
      { source: 'registry flag', value: flags.registry, path: beside },
      variable(env, 'DELEGATE_JOB_LOGS_DIR'),
      // The log follows the registry.
      { source: 'MAM_JOBS_DIR', value: env.MAM_JOBS_DIR, path: beside },
      workspace(env, cwd, AUDIT_LOG_DIR),
    ]),
    sessionsFile: firstOf(cwd, SESSIONS_FILE, [
      flag(flags.sessionsFile),
      variable(env, 'AGENT_SESSIONS_YAML'),
      workspace(env, cwd, SESSIONS_FILE),
    ]),
  };
}

/** The registry's default, as the seed gives it: a variable's value as it stands, or the relative `.mam/jobs`. */
export function defaultRegistryDir(env: Environment = process.env, cwd: string = process.cwd()): string {
  if (env.MAM_JOBS_DIR) return env.MAM_JOBS_DIR;
  const root = env.WORKSPACE_ROOT;
  if (root && isDirectory(resolve(cwd, root))) return join(root, CONTROL_PLANE_DIR, REGISTRY_DIR);
  return join(CONTROL_PLANE_DIR, REGISTRY_DIR);
}

/** The audit log's default, as the seed gives it: a variable's value as it stands, or an absolute path under the cwd. */
export function defaultLogsDir(env: Environment = process.env, cwd: string = process.cwd()): string {
  if (env.DELEGATE_JOB_LOGS_DIR) return env.DELEGATE_JOB_LOGS_DIR;
  if (env.MAM_JOBS_DIR) return join(dirname(resolve(cwd, env.MAM_JOBS_DIR)), AUDIT_LOG_DIR);
  const root = env.WORKSPACE_ROOT;
  if (root && isDirectory(resolve(cwd, root))) return join(root, CONTROL_PLANE_DIR, AUDIT_LOG_DIR);
  return join(cwd, CONTROL_PLANE_DIR, AUDIT_LOG_DIR);
}

function firstOf(cwd: string, name: string, rules: Rule[]): ResolvedPath {
  const passedOver: PassedOver[] = [];
  for (const { source, value, path, refuse } of rules) {
    if (value === undefined) continue;
    const reason = value === '' ? 'it is set but empty, which counts as unset' : (refuse?.(value) ?? null);
    if (reason === null) return { path: resolve(cwd, path(value)), source, passedOver };
    passedOver.push({ source, value, reason });
  }
  return { path: resolve(cwd, CONTROL_PLANE_DIR, name), source: 'cwd', passedOver };
}

const asGiven = (value: string): string => value;

function flag(value: string | undefined): Rule {
  return { source: 'flag', value, path: asGiven };
}

function variable(env: Environment, name: BindingVariable): Rule {
  return { source: name, value: env[name], path: asGiven };
}

function workspace(env: Environment, cwd: string, name: string): Rule {
  return {
    source: 'WORKSPACE_ROOT',
    value: env.WORKSPACE_ROOT,
    path: (root) => join(root, CONTROL_PLANE_DIR, name),
    refuse: (root) => (isDirectory(resolve(cwd, root)) ? null : 'it is not a directory'),
  };
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
