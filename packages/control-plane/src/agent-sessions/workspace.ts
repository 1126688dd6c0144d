import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { type BindingVariable, resolveControlPlane } from '@mam/registry-paths';
import { ControlPlaneError, errnoOf, reasonOf } from '../errors.ts';
import { quoted } from '../quoted.ts';

/** The control plane of a workspace, and the binding that leads a process to it. */
export interface WorkspacePlane {
  /** Real path of the workspace. */
  workspace: string;
  registryDir: string;
  logsDir: string;
  sessionsFile: string;
  binding: Readonly<Record<BindingVariable, string>>;
}

/**
 * The control plane of a workspace. The workspace alone decides: neither the working directory nor a variable of this
 * process does. Refuses a workspace that is not a directory.
 */
export function planeOf(workspace: string, cwd?: string): WorkspacePlane {
  if (workspace === '') throw new ControlPlaneError('input', 'the workspace is empty: name a directory');
  const real = realDirectory(isAbsolute(workspace) ? workspace : resolve(cwd ?? process.cwd(), workspace));
  const plane = resolveControlPlane({ env: { WORKSPACE_ROOT: real }, cwd: real });
  const [registryDir, logsDir, sessionsFile] = [plane.registry.path, plane.auditLog.path, plane.sessionsFile.path];
  return {
    workspace: real,
    registryDir,
    logsDir,
    sessionsFile,
    binding: {
      WORKSPACE_ROOT: real,
      AGENT_SESSIONS_YAML: sessionsFile,
      MAM_JOBS_DIR: registryDir,
      DELEGATE_JOB_LOGS_DIR: logsDir,
    },
  };
}

function realDirectory(path: string): string {
  try {
    const real = realpathSync.native(path);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    const why =
      errnoOf(error) === 'ENOENT' ? 'does not exist: make the directory first' : `is not to be had: ${reasonOf(error)}`;
    throw new ControlPlaneError('input', `workspace ${quoted(path)} ${why}`, { cause: error });
  }
  throw new ControlPlaneError('input', `workspace ${quoted(path)} is not a directory`);
}
