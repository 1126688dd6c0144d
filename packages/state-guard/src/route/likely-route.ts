import { isAbsolute, join, resolve } from 'node:path';
import {
  AUDIT_LOG_DIR,
  type Binding,
  CONTROL_PLANE_DIR,
  type Environment,
  REGISTRY_DIR,
  realPath,
  resolveControlPlane,
  SESSIONS_FILE,
} from '@mam/registry-paths';
import type { Finding } from '../model.ts';
import { recordedPath } from '../roots/recorded-path.ts';
import { isWithin } from './is-within.ts';
import { nearestVariable } from './nearest-variable.ts';
import { routeOutsideFiles } from './route-outside-files.ts';

/** Where the run was started, and with which ambient binding. */
export interface RouteOptions {
  recorded: Binding;
  /** The working directory of the run. */
  cwd: string;
  /** The checkout. */
  repoRoot: string;
  /** The environment that the run was started in. Without it only the binding and the rules are known. */
  environment?: Environment;
}

/** What of a finding tells its route. */
export type RoutedFinding = Pick<Finding, 'path'> & Partial<Pick<Finding, 'detail'>>;

/** A place and what leads there, in a few words. */
interface Route {
  by: string;
  place: string;
}

/**
 * How the run likely came to a finding: one short phrase for people, as in `MAM_JOBS_DIR, or the cwd rule`. The recorded
 * binding and the rules come first; then the variable of the environment that names the nearest place above it; for what is
 * no file, what it is reached by. Names of variables are told, never values. Null when nothing is known.
 */
export function likelyRoute(finding: RoutedFinding, options: RouteOptions): string | null {
  const { path, detail = {} } = finding;
  const { environment, cwd } = options;
  if (!isAbsolute(path)) return routeOutsideFiles(path, detail, environment ?? {});
  return byBindingAndRules(path, options) ?? (environment ? nearestVariable(path, environment, cwd) : null);
}

function byBindingAndRules(path: string, options: RouteOptions): string | null {
  // What is found stands under its real path, or under the spelling that was given.
  const leads = ({ place }: Route): boolean => isWithin(path, resolve(place)) || isWithin(path, realPath(place));
  const variable = byVariables(options).find(leads);
  const rule = byRules(options).find(leads);
  if (variable && rule) return `${variable.by}, or ${rule.by}`;
  return variable?.by ?? rule?.by ?? null;
}

/** The nearest first. */
function byVariables({ recorded, cwd }: RouteOptions): Route[] {
  const { MAM_JOBS_DIR: jobs, DELEGATE_JOB_LOGS_DIR: logs, WORKSPACE_ROOT: workspace } = recorded;
  const { auditLog } = resolveControlPlane({ env: recorded, cwd });
  const routes = (by: string, value: string | undefined, below: readonly string[] = ['']): Route[] =>
    value ? below.map((rest) => ({ by, place: recordedPath(value, { cwd }) + rest })) : [];
  return [
    ...routes('MAM_JOBS_DIR', jobs),
    ...routes('DELEGATE_JOB_LOGS_DIR', logs),
    ...routes('AGENT_SESSIONS_YAML', recorded.AGENT_SESSIONS_YAML),
    ...routes('MAM_JOBS_DIR (the audit log beside it)', auditLog.source === 'MAM_JOBS_DIR' ? auditLog.path : undefined),
    ...routes('WORKSPACE_ROOT', workspace, [`/${CONTROL_PLANE_DIR}`]),
    ...routes('MAM_JOBS_DIR (what lies beside it)', jobs, BESIDE),
    ...routes('DELEGATE_JOB_LOGS_DIR (what lies beside it)', logs, BESIDE),
    ...routes('WORKSPACE_ROOT', workspace),
  ];
}

/** What the guard watches beside a recorded directory. */
const BESIDE = [REGISTRY_DIR, AUDIT_LOG_DIR, SESSIONS_FILE].map((name) => `/../${name}`);

function byRules({ cwd, repoRoot }: RouteOptions): Route[] {
  return [
    { by: 'the cwd rule', place: join(cwd, CONTROL_PLANE_DIR) },
    { by: "the checkout's own .mam", place: join(resolve(cwd, repoRoot), CONTROL_PLANE_DIR) },
  ];
}
