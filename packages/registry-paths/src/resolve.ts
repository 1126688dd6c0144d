import type { BindingVariable, Environment } from './binding.ts';
import { currentDirectory } from './current-directory.ts';
import { AUDIT_LOG_DIR, REGISTRY_DIR, SESSIONS_FILE } from './layout.ts';
import { absolutePath, below, type Cwd, isDirectory, siblingLog } from './spelling.ts';

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
  /** Absolute. */
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
  const cwd = () => options.cwd ?? currentDirectory();
  const beside = (path: string) => siblingLog(path, cwd);
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

function firstOf(cwd: Cwd, name: string, rules: Rule[]): ResolvedPath {
  const passedOver: PassedOver[] = [];
  for (const { source, value, path, refuse } of rules) {
    if (value === undefined) continue;
    const reason = value === '' ? 'it is set but empty, which counts as unset' : (refuse?.(value) ?? null);
    if (reason === null) return { path: absolutePath(path(value), cwd), source, passedOver };
    passedOver.push({ source, value, reason });
  }
  return { path: absolutePath(below(cwd(), name), cwd), source: 'cwd', passedOver };
}

const asGiven = (value: string): string => value;

function flag(value: string | undefined): Rule {
  return { source: 'flag', value, path: asGiven };
}

function variable(env: Environment, name: BindingVariable): Rule {
  return { source: name, value: env[name], path: asGiven };
}

function workspace(env: Environment, cwd: Cwd, name: string): Rule {
  return {
    source: 'WORKSPACE_ROOT',
    value: env.WORKSPACE_ROOT,
    path: (root) => below(root, name),
    refuse: (root) => (isDirectory(absolutePath(root, cwd)) ? null : 'it is not a directory'),
  };
}
