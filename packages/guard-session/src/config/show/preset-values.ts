import type { Environment } from '@mam/registry-paths';
import { readOuterSession } from '../../nested/session-variable.ts';
import type { PresetName } from '../../presets/names.ts';
import { expandPresets } from '../../session/use-presets.ts';
import { plainOptions } from '../merge.ts';
import type { Sourced, SourcedOptions } from '../options.ts';

export interface PresetValuesPlace {
  cwd: string;
  checkout: string;
  env: Environment;
}

/** A pattern of a preset, which counts for one tree alone. */
export interface PresetPattern {
  pattern: string;
  within: string;
}

/** What the presets of a configuration come to here, each value with the line that names its preset. */
export interface PresetValues {
  watch: Sourced<string>[];
  watchTmux: Sourced<string>[];
  ignore: Sourced<PresetPattern>[];
  dropEnv: Sourced<string>[];
  /** What a person should know, a sentence each. */
  notes: string[];
}

/** Expands the presets of a configuration as a session started here does. */
export function presetValues(options: SourcedOptions, { cwd, checkout, env }: PresetValuesPlace): PresetValues {
  const place = { env, outer: readOuterSession(env), cwd, checkout };
  const { dropEnv = [], keepEnv = [] } = plainOptions(options);
  const expand = (use: PresetName[], drop: string[]) => expandPresets({ use, dropEnv: drop, keepEnv }, place).presets;
  const used = options.use ?? [];
  // What one preset drops can leave another with its default.
  const drop = [
    ...dropEnv,
    ...expand(
      used.map(({ value }) => value),
      dropEnv,
    ).dropEnv,
  ];
  const values: PresetValues = { watch: [], watchTmux: [], ignore: [], dropEnv: [], notes: [] };
  for (const { value: preset, source } of used) {
    const expansion = expand([preset], drop);
    const from = <T>(value: T): Sourced<T> => ({ value, source: { ...source, preset } });
    values.watch.push(...expansion.watch.map(({ path }) => from(path)));
    values.watchTmux.push(...expansion.watchTmux.map(from));
    values.ignore.push(
      ...expansion.watch.flatMap(({ path, ignore }) => ignore.map((pattern) => from({ pattern, within: path }))),
    );
    values.dropEnv.push(...expansion.dropEnv.map(from));
    values.notes.push(...expansion.notes);
  }
  return { ...values, notes: [...new Set(values.notes)] };
}
