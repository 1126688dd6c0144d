import { findConfig, type SessionOptions } from '@mam/guard-session';
import type { LoadedConfig } from '@mam/guard-session/config';
import { findCheckout } from '@mam/registry-paths';
import type { Command } from 'commander';
import { workingDirectory } from '../working-directory.ts';
import type { ConfigFlags } from './config.ts';

/** What only a configuration gives. */
export interface ConfiguredOnly {
  accept?: SessionOptions['accept'];
}

/** The options of a command, and the configuration that they come from; null when there is none. */
export interface Configured<Flags> {
  options: Flags & ConfiguredOnly;
  configuration: LoadedConfig | null;
}

/**
 * The options of a command as they count: those given, over those of the configuration that it has too, over the defaults.
 * @throws GuardError (usage) when the configuration cannot be used.
 */
export async function configured<Flags extends ConfigFlags>(command: Command): Promise<Configured<Flags>> {
  const parsed = command.opts<Flags>();
  const cwd = workingDirectory();
  const file = parsed.config ?? findConfig({ cwd, checkout: findCheckout(cwd) });
  if (file === null || file === false) return { options: parsed, configuration: null };
  // Its libraries cost a tenth of a second: loaded only here.
  const { loadConfig, mergeOptions, plainOptions } = await import('@mam/guard-session/config');
  const configuration = loadConfig({ cwd, file });
  if (configuration === null) return { options: parsed, configuration: null };
  const names = new Set([...command.options.map((option) => option.attributeName()), 'accept']);
  const only = <T extends object>(options: T, keep: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(options).filter(([name]) => keep(name)));
  const given = only(parsed, (name) => command.getOptionValueSource(name) !== 'default');
  const known = only(plainOptions(configuration.options), (name) => names.has(name));
  return { options: { ...parsed, ...mergeOptions(known, given) }, configuration };
}
