import { findCheckout } from '@mam/registry-paths';
import { CONFIG_DEFAULTS } from '../defaults.ts';
import { type LoadOptions, loadConfig } from '../load.ts';
import type { ConfigOptions, Sourced, SourcedOptions, ValueSource } from '../options.ts';
import { type PresetValues, presetValues } from './preset-values.ts';

/** Where a value comes from: a line of the file, a preset that a line names, or nowhere. */
export type ShownSource = ({ from: 'file' | 'preset' } & ValueSource) | { from: 'default' };

/** A value that counts, and why. */
export interface ShownValue {
  value: unknown;
  source: ShownSource;
  /** The tree that a pattern of a preset counts for alone. */
  within?: string;
}

/** What a configuration comes to. */
export interface ShownConfig {
  /** Absolute; null when there is none. */
  file: string | null;
  /** By the words of the command line: of a list each item, of everything else the one value; null for none. */
  options: Record<string, ShownValue | ShownValue[]>;
  /** What a person should know, a sentence each. */
  notes: string[];
}

/** In the order in which they are shown. */
const OPTIONS: readonly (keyof ConfigOptions)[] = [
  'use',
  'watch',
  'watchCommand',
  'watchTmux',
  'watchProcesses',
  'ignore',
  'dropEnv',
  'keepEnv',
  'pin',
  'mode',
  'learnIdle',
  'settle',
  'sandboxHome',
  'repo',
  'json',
  'junit',
  'html',
  'github',
  'print0',
  'strict',
  'accept',
];

/**
 * What the configuration that counts comes to, each value with its source; without a configuration, the defaults.
 * @throws as `loadConfig`
 */
export function showConfig(options: LoadOptions = {}): ShownConfig {
  const { cwd = process.cwd(), env = process.env } = options;
  const checkout = options.checkout ?? findCheckout(cwd);
  const config = loadConfig({ ...options, cwd, env, checkout });
  const given = config?.options ?? {};
  const presets = presetValues(given, { cwd, checkout: given.repo?.value ?? checkout, env });
  const shown = OPTIONS.map((name) => [word(name), shownValue(name, given, presets, checkout)]);
  return { file: config?.file ?? null, options: Object.fromEntries(shown), notes: presets.notes };
}

/** An option's word on the command line. */
function word(name: keyof ConfigOptions): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function shownValue(
  name: keyof ConfigOptions,
  given: SourcedOptions,
  presets: PresetValues,
  checkout: string,
): ShownValue | ShownValue[] {
  if (name === 'repo' && given.repo === undefined) return { value: checkout, source: { from: 'default' } };
  if (name in CONFIG_DEFAULTS) {
    const own = given[name] as Sourced<unknown> | undefined;
    const value = CONFIG_DEFAULTS[name as keyof typeof CONFIG_DEFAULTS];
    return own === undefined ? { value, source: { from: 'default' } } : shown(own);
  }
  const own = ((given[name] ?? []) as Sourced<unknown>[]).map(shown);
  if (name === 'ignore') {
    const patterns = presets.ignore.map(({ value, source }) => ({
      ...shown({ value: value.pattern, source }),
      within: value.within,
    }));
    return [...own, ...patterns];
  }
  const fromPresets = name === 'watch' || name === 'watchTmux' || name === 'dropEnv' ? presets[name] : [];
  return [...own, ...fromPresets.map(shown)];
}

function shown({ value, source }: Sourced<unknown>): ShownValue {
  return { value, source: { from: source.preset === undefined ? 'file' : 'preset', ...source } };
}
