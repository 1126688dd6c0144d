import { lstatSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { realPath } from '@mam/registry-paths';
import { GuardError } from '../guard-error.ts';

/** The names under which a configuration is found. */
export const CONFIG_NAMES = ['mam.config.yaml', 'mam.config.yml'] as const;

export interface ConfigPlace {
  /** Where the search begins. */
  cwd: string;
  /** Where it ends. When `cwd` is not in it, only `cwd` itself is searched. */
  checkout: string;
}

/**
 * The configuration nearest to `cwd`, upwards and no further than the checkout; null when there is none. Whatever bears the
 * name counts, a directory too. Loads no library: most runs have no configuration.
 * @throws GuardError (usage) for two in one directory, and when a directory cannot be looked into.
 */
export function findConfig({ cwd, checkout }: ConfigPlace): string | null {
  const start = realPath(cwd);
  const end = isWithin(start, realPath(checkout)) ? realPath(checkout) : start;
  for (let directory = start; ; directory = dirname(directory)) {
    const [found, second] = CONFIG_NAMES.map((name) => join(directory, name)).filter(exists);
    if (found !== undefined && second !== undefined) {
      throw new GuardError('usage', `There are two configurations, ${found} and ${second}; keep one.`);
    }
    if (found !== undefined || directory === end) return found ?? null;
  }
}

function isWithin(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code;
    throw new GuardError(
      'usage',
      `It cannot be seen whether there is a configuration ${path} (${why}); make its directory readable, or give --config.`,
      { cause: error },
    );
  }
}
