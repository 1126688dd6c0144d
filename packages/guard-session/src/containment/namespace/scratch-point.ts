import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { GuardError } from '../../guard-error.ts';
import { isWithin } from '../paths.ts';

/** Directories that every Linux has, and that nothing needs while the mounts are made. */
const CANDIDATES = ['/mnt', '/media', '/srv', '/opt', '/var/tmp', '/dev/shm', '/home', '/tmp', '/run'];

/**
 * The directory over which the scratch layer is mounted while the namespace is set up. Only the namespace sees that, and
 * before the command starts it is undone; so nothing has to be made, and nothing can be left.
 * @param needed real paths, as byte strings, that must stay reachable: what is contained, and the tools
 * @throws GuardError (incomplete)
 */
export function scratchPoint(needed: readonly string[]): string {
  const free = CANDIDATES.find((path) => isDirectory(path) && !needed.some((need) => inTheWay(path, need)));
  if (free !== undefined) return free;
  throw new GuardError(
    'incomplete',
    `There is no directory to mount the scratch layer on, because what is watched takes up all of ${CANDIDATES.join(', ')}; make a directory /mnt.`,
  );
}

/** A tool needs its directory: `mount` loads what lies beside it. */
export function neededByTools(paths: readonly string[]): string[] {
  return paths.map(dirname);
}

function inTheWay(candidate: string, need: string): boolean {
  return isWithin(candidate, need) || isWithin(need, candidate);
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
