import { statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { AUDIT_LOG_DIR, CONTROL_PLANE_DIR } from './layout.ts';

/** A working directory that is asked for only when a path depends on it: it may be gone. */
export type Cwd = () => string;

/** The audit log beside a registry, which is taken by its spelling, as the guard does when it looks for roots. */
export function siblingLog(registry: string, cwd: Cwd): string {
  const spelled = isAbsolute(registry) ? resolve(registry) : resolve(cwd(), registry);
  return join(dirname(spelled), AUDIT_LOG_DIR);
}

/** A path in a root's control plane. The root's own spelling is kept: a `..` in it may follow a link. */
export function below(root: string, name: string): string {
  return `${root.endsWith(sep) ? root : `${root}${sep}`}${join(CONTROL_PLANE_DIR, name)}`;
}

/**
 * An absolute path, tidied where that cannot change what it names: a `..` may follow a link, so it stays.
 * @param cwd asked for only where a relative path depends on it
 */
export function absolutePath(path: string, cwd: Cwd): string {
  const full = isAbsolute(path) ? path : `${cwd()}${sep}${path}`;
  return full.split(/[\\/]/).includes('..') ? full : resolve(full);
}

/** As `os.path.isdir`: false too for what cannot be looked at. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
