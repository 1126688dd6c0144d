import { join } from 'node:path';
import type { Environment } from './binding.ts';
import { currentDirectory } from './current-directory.ts';
import { AUDIT_LOG_DIR, CONTROL_PLANE_DIR, REGISTRY_DIR } from './layout.ts';
import { absolutePath, below, isDirectory, siblingLog } from './spelling.ts';

/** The registry's default, as the seed gives it: a variable's value as it stands, or the relative `.mam/jobs`. */
export function defaultRegistryDir(env: Environment = process.env, cwd?: string): string {
  if (env.MAM_JOBS_DIR) return env.MAM_JOBS_DIR;
  const root = env.WORKSPACE_ROOT;
  if (root && isDirectory(absolutePath(root, () => cwd ?? currentDirectory()))) return below(root, REGISTRY_DIR);
  return join(CONTROL_PLANE_DIR, REGISTRY_DIR);
}

/** The audit log's default, as the seed gives it: a variable's value as it stands, or an absolute path under the cwd. */
export function defaultLogsDir(env: Environment = process.env, cwd?: string): string {
  const here = () => cwd ?? currentDirectory();
  if (env.DELEGATE_JOB_LOGS_DIR) return env.DELEGATE_JOB_LOGS_DIR;
  if (env.MAM_JOBS_DIR) return siblingLog(env.MAM_JOBS_DIR, here);
  const root = env.WORKSPACE_ROOT;
  if (root && isDirectory(absolutePath(root, here))) return below(root, AUDIT_LOG_DIR);
  return below(here(), AUDIT_LOG_DIR);
}
