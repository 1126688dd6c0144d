import { dirname, isAbsolute, join, resolve } from 'node:path';
import { type Binding, CONTROL_PLANE_DIR, realPath, resolveControlPlane } from '@mam/registry-paths';

/** Where the run was started, and with which ambient binding. */
export interface RouteOptions {
  recorded: Binding;
  /** The working directory of the run. */
  cwd: string;
  /** The checkout. */
  repoRoot: string;
}

/** A place and what leads there, in a few words. */
interface Route {
  by: string;
  place: string;
}

/**
 * Which recorded variable leads to a finding's path, and whether the cwd rule or the checkout does: one short phrase for
 * people, as in `MAM_JOBS_DIR, or the cwd rule`. Null when nothing leads there, or the finding is no file.
 */
export function likelyRoute(path: string, options: RouteOptions): string | null {
  if (!isAbsolute(path)) return null;
  const leads = ({ place }: Route): boolean => [place, realPath(place)].some((spelling) => isWithin(path, spelling));
  const variable = byVariables(options).find(leads);
  const rule = byRules(options).find(leads);
  if (variable && rule) return `${variable.by}, or ${rule.by}`;
  return variable?.by ?? rule?.by ?? null;
}

/** The nearest first. */
function byVariables({ recorded, cwd }: RouteOptions): Route[] {
  const routes: Route[] = [];
  const add = (by: string, value: string | undefined, place: (absolute: string) => string): void => {
    if (value) routes.push({ by, place: place(resolve(cwd, value)) });
  };
  const { MAM_JOBS_DIR: jobs, DELEGATE_JOB_LOGS_DIR: logs, WORKSPACE_ROOT: workspace } = recorded;
  add('MAM_JOBS_DIR', jobs, itself);
  add('DELEGATE_JOB_LOGS_DIR', logs, itself);
  add('AGENT_SESSIONS_YAML', recorded.AGENT_SESSIONS_YAML, itself);
  const { auditLog } = resolveControlPlane({ env: recorded, cwd });
  if (auditLog.source === 'MAM_JOBS_DIR') add('MAM_JOBS_DIR (the audit log beside it)', auditLog.path, itself);
  add('WORKSPACE_ROOT', workspace, (root) => join(root, CONTROL_PLANE_DIR));
  add('MAM_JOBS_DIR (the directory above it)', jobs, dirname);
  add('DELEGATE_JOB_LOGS_DIR (the directory above it)', logs, dirname);
  add('WORKSPACE_ROOT', workspace, itself);
  return routes;
}

function byRules({ cwd, repoRoot }: RouteOptions): Route[] {
  return [
    { by: 'the cwd rule', place: join(resolve(cwd), CONTROL_PLANE_DIR) },
    { by: "the checkout's own .mam", place: join(resolve(cwd, repoRoot), CONTROL_PLANE_DIR) },
  ];
}

const itself = (path: string): string => path;

/** Whether a path is a place, lies in it, or is an agent session in it (`<file>#<name>`). */
function isWithin(path: string, place: string): boolean {
  if (!path.startsWith(place)) return false;
  const next = path.charAt(place.length);
  return next === '' || next === '/' || next === '#' || place.endsWith('/');
}
