import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { type Environment, findCheckout } from '@mam/registry-paths';
import { validateConfig } from './check/validate.ts';
import { ConfigError } from './config-error.ts';
import { findConfig } from './find.ts';
import type { SourcedOptions } from './options.ts';
import { parseYaml } from './read/parse-yaml.ts';
import { readConfigFile } from './read/read-file.ts';
import { resolveConfig } from './resolve/resolve-config.ts';

export interface LoadOptions {
  /** Where the search begins. Default: the working directory. */
  cwd?: string | undefined;
  /** Where the search ends. Default: the checkout around `cwd`. */
  checkout?: string | undefined;
  /** The file to read instead of a search; relative to `cwd`. */
  file?: string | undefined;
  /** For the variables in it. Default: this process's. */
  env?: Environment | undefined;
  /** For `~`. Default: `HOME` of `env`, else what the system says. */
  home?: string | undefined;
}

/** A configuration, valid and resolved. */
export interface LoadedConfig {
  /** Absolute. */
  file: string;
  /** What it gives, each value with its source; presets expanded. */
  options: SourcedOptions;
}

/**
 * Loads the configuration that counts: the file given, else the one that `findConfig` finds; null when there is none.
 * @throws ConfigError with everything that is wrong in it; GuardError (usage) when it cannot or must not be read.
 */
export function loadConfig(options: LoadOptions = {}): LoadedConfig | null {
  const { cwd = process.cwd(), env = process.env } = options;
  const file =
    options.file === undefined
      ? findConfig({ cwd, checkout: options.checkout ?? findCheckout(cwd) })
      : resolve(cwd, options.file);
  return file === null ? null : readConfig(file, { env, home: options.home ?? homeOf(env) });
}

/** The home directory that an environment names, else the one that the system knows. */
export function homeOf(env: Environment): string {
  return env.HOME || homedir();
}

function readConfig(file: string, { env, home }: { env: Environment; home: string }): LoadedConfig {
  const { value, positionOf } = parseYaml(file, readConfigFile(file));
  const validated = validateConfig(value);
  const resolved = resolveConfig(validated, {
    env,
    home,
    directory: dirname(file),
    sourceOf: (path) => ({ file, ...positionOf(path, 'value') }),
  });
  const problems = [...validated.problems, ...resolved.problems];
  if (problems.length > 0) {
    throw new ConfigError(
      file,
      problems.map(({ path, which, message }) => ({ ...positionOf(path, which), message })),
    );
  }
  return { file, options: resolved.options };
}
