import type { SessionOptions } from '../session/options.ts';
import type { ConfigOptions, GivenOptions, SourcedOptions } from './options.ts';

/** Options without their sources. */
export function plainOptions(sourced: SourcedOptions): GivenOptions {
  return Object.fromEntries(
    Object.entries(sourced).map(([name, given]) => [
      name,
      Array.isArray(given) ? given.map(({ value }) => value) : given.value,
    ]),
  ) as GivenOptions;
}

/**
 * Puts options that were given outright over those of a configuration: lists add up, the configuration's first, and single
 * values given outright win, as does a watched command over one of the same name.
 */
export function mergeOptions(config: GivenOptions, given: GivenOptions): GivenOptions {
  const merged: Record<string, unknown> = { ...config };
  for (const name of Object.keys(given) as (keyof ConfigOptions)[]) {
    const value = given[name];
    const configured = config[name];
    if (value === undefined) continue;
    merged[name] = Array.isArray(value) && Array.isArray(configured) ? [...configured, ...value] : value;
  }
  const own = new Set((given.watchCommand ?? []).map((watched) => watched.name));
  const commands = (config.watchCommand ?? []).filter((watched) => !own.has(watched.name));
  if (merged.watchCommand) merged.watchCommand = [...commands, ...(given.watchCommand ?? [])];
  return merged;
}

/** What of the options a session takes, in its words; what was not given is left out. */
export function toSessionOptions(options: GivenOptions): SessionOptions {
  const { watchCommand, json: _json, junit: _junit, html: _html, github: _github, ...rest } = options;
  const { print0: _print0, ...session } = rest;
  const given = Object.entries({ ...session, watchCommands: watchCommand }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}
