import { isAbsolute, resolve } from 'node:path';
import { type Environment, realPath } from '@mam/registry-paths';
import { isWithin } from './is-within.ts';

/** A shell sets these for itself, and a package manager for its scripts: no program looks for its state there. */
const NO_ROUTES = /^(PWD|OLDPWD|_|INIT_CWD|npm_.*|MAM_GUARD_.*)$/i;

const NOTHING = 'an absolute path, to which no variable leads';

/**
 * Which variables of an environment name the place that is nearest to a path, as in `XDG_CONFIG_HOME` and `AG_HOME or
 * AG_ROOT`; or that the working directory is nearer, or that nothing leads there.
 */
export function nearestVariable(path: string, environment: Environment, cwd: string): string {
  const here = depthOf(path, cwd);
  const variables = Object.entries(environment)
    .filter(([name, value]) => isAbsolute(value ?? '') && !NO_ROUTES.test(name))
    .map(([name, value = '']) => ({ name, depth: depthOf(path, value) }));
  const nearest = Math.max(here, ...variables.map(({ depth }) => depth));
  // The root of the file system is above everything.
  if (nearest <= 1) return NOTHING;
  if (nearest === here) return 'the working directory';
  const names = variables.filter(({ depth }) => depth === nearest).map(({ name }) => name);
  return names.sort().join(' or ');
}

/** The length of the place when the path lies in it, else 0. */
function depthOf(path: string, place: string): number {
  const given = resolve(place);
  if (isWithin(path, given)) return given.length;
  const real = realPath(place);
  return isWithin(path, real) ? real.length : 0;
}
