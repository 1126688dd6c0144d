import type { Environment } from '@mam/registry-paths';
import type { Meaning } from '../probes/meaning/meaning.ts';

/** Where a preset is expanded. Paths are absolute. */
export interface PresetContext {
  env: Environment;
  /** The home directory, as tools find it: `HOME`. */
  home: string;
  cwd: string;
  /** The checkout: the nearest `.git` upwards from `cwd`, else `cwd`. */
  checkout: string;
  uid: number;
}

/** A root of a control plane; it need not exist, its appearance is a finding. */
export interface PresetWatch {
  /** Absolute path of a file or directory. */
  path: string;
  /** Patterns in gitignore syntax, rooted at it: what the tool writes by itself. */
  ignore: readonly string[];
  /** How files of it are read, so that a rewrite that says nothing new is no change. */
  meaning?: Meaning;
}

/** What a preset comes to in an environment. */
export interface PresetExpansion {
  watch: PresetWatch[];
  /** tmux servers whose sessions are watched, as socket paths. */
  watchTmux: string[];
  /** Variables to drop from the command's environment: `NAME` or `PREFIX_*`. */
  dropEnv: string[];
  /** What sends the tool elsewhere, in words; first that applies. */
  redirects: string[];
  /** What a person should know, a sentence each. */
  notes: string[];
}

export type Preset = (context: PresetContext) => PresetExpansion;
