import { type Environment, resolveControlPlane } from '@mam/registry-paths';

/** Where jobs are; what is not given is resolved from the environment and the working directory at the time of the call. */
export interface JobPlaces {
  /** Directory of the records. */
  registryDir?: string | undefined;
  /** Directory of the audit log. */
  logsDir?: string | undefined;
  /** The sessions file that says which agent sessions are registered. */
  sessionsFile?: string | undefined;
  env?: Environment;
  cwd?: string;
}

/** The same, all of them absolute paths. */
export interface ResolvedPlaces {
  registryDir: string;
  logsDir: string;
  sessionsFile: string;
}

export function resolvePlaces(places: JobPlaces): ResolvedPlaces {
  const flags = { registry: places.registryDir, auditLog: places.logsDir, sessionsFile: places.sessionsFile };
  const { registry, auditLog, sessionsFile } = resolveControlPlane({
    flags,
    ...(places.env === undefined ? {} : { env: places.env }),
    ...(places.cwd === undefined ? {} : { cwd: places.cwd }),
  });
  return { registryDir: registry.path, logsDir: auditLog.path, sessionsFile: sessionsFile.path };
}
