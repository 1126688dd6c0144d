import type { Environment } from '@mam/registry-paths';
import type { GuardMode } from '@mam/state-guard';
import type { AmbientOptions } from '../ambient/ambient-binding.ts';

/** What the caller of a guard session decides; what is left out has the default that the text names. */
export interface SessionOptions extends AmbientOptions {
  /** The ambient environment. Default: this process's. */
  env?: Environment;
  /** The directory from which relative paths and the checkout are found. Default: the working directory. */
  cwd?: string;
  /** The checkout whose `.mam` is always watched. Default: the nearest `.git` at or above `cwd`, else `cwd`. */
  repo?: string | undefined;
  /** Pin the binding to a fresh sandbox. Default: true. */
  pin?: boolean;
  /** Give the command a fresh home family too. Default: false. */
  sandboxHome?: boolean;
  /** How the run is kept from the live state. Default: `observe`. */
  mode?: GuardMode;
  /** How long to wait for processes that outlive the command, in milliseconds. Default: 1000. */
  settle?: number;
  /** Suspects count as leaks for the verdict. Default: false. */
  strict?: boolean;
}

export const DEFAULT_SETTLE = 1000;
