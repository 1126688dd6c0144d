import type { GuardMode } from '@mam/state-guard';
import type { PresetName } from '../presets/names.ts';
import type { WatchedCommand } from '../probes/command.ts';
import type { AcceptedPath } from '../session/accepted.ts';

/** What a configuration can decide, resolved: paths are absolute, variables put in. */
export interface ConfigOptions {
  use: PresetName[];
  watch: string[];
  watchCommand: WatchedCommand[];
  watchTmux: string[];
  watchProcesses: boolean;
  ignore: string[];
  dropEnv: string[];
  keepEnv: string[];
  pin: boolean;
  mode: GuardMode;
  learnIdle: number;
  settle: number;
  sandboxHome: boolean;
  repo: string;
  json: string;
  junit: string;
  html: string;
  github: boolean;
  print0: string;
  strict: boolean;
  accept: AcceptedPath[];
}

/** Options that someone gave; what is left out or undefined was not given. */
export type GivenOptions = { [Name in keyof ConfigOptions]?: ConfigOptions[Name] | undefined };

/** Where a value was written. */
export interface ValueSource {
  file: string;
  line: number;
  column: number;
  /** The preset that the line names, when the value is one of it. */
  preset?: PresetName;
}

/** A value with its source. */
export interface Sourced<T> {
  value: T;
  source: ValueSource;
}

/** Options with the source of each value; of a list, of each item. */
export type SourcedOptions = {
  [Name in keyof ConfigOptions]?: ConfigOptions[Name] extends (infer Item)[]
    ? Sourced<Item>[]
    : Sourced<ConfigOptions[Name]>;
};
