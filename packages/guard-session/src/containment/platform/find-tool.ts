import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Before the PATH: a test suite may well put a `mount` of its own there. */
const SYSTEM_DIRECTORIES = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin'];

/** The absolute path of a system program, or null when it is on neither the system's directories nor the PATH. */
export function findTool(name: string): string | null {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  for (const directory of [...SYSTEM_DIRECTORIES, ...onPath]) {
    const path = join(directory, name);
    if (canRun(path)) return path;
  }
  return null;
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
