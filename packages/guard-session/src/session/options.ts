import type { Environment } from '@mam/registry-paths';
import type { GuardMode, TreeWatch } from '@mam/state-guard';
import type { AmbientOptions } from '../ambient/ambient-binding.ts';
import type { PresetName } from '../presets/names.ts';
import type { WatchedCommand } from '../probes/command.ts';
import type { Probe } from '../probes/probe.ts';
import type { AcceptedPath } from './accepted.ts';

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
  /** Where to keep what a contained run would have written: a directory that is empty or does not exist yet. */
  keepCaptured?: string | undefined;
  /** Known tools whose control planes are watched, and whose variables are dropped. */
  use?: readonly PresetName[];
  /**
   * Files and directory trees to watch, in order, some with patterns that count for them alone and come before `ignore`. A
   * control plane among them is watched as one, and looked deep into.
   */
  watch?: readonly (string | TreeWatch)[];
  /** Patterns in gitignore syntax, for every tree. */
  ignore?: readonly string[];
  /** Files that the guard itself writes: not looked at, should they lie in a watched tree. */
  ownFiles?: readonly string[];
  /** Commands whose output is watched, a line an entry. */
  watchCommands?: readonly WatchedCommand[];
  /** tmux servers whose sessions are watched: socket paths, or `default`. */
  watchTmux?: readonly string[];
  /** Report the processes of the run that outlive it. Default: false. */
  watchProcesses?: boolean;
  /** First learn for so many milliseconds which files change while nothing runs; such changes are excused. Default: 0. */
  learnIdle?: number;
  /** How long to wait for processes that outlive the command, in milliseconds. Default: 1000. */
  settle?: number;
  /** Suspects count as leaks for the verdict. Default: false. */
  strict?: boolean;
  /** Findings that are known and excused until a day; past it they are leaks again. */
  accept?: readonly AcceptedPath[] | undefined;
  /** Gets the probes of the session, and gives those that it is to have: for a probe of one's own. */
  probes?: (probes: readonly Probe[]) => readonly Probe[];
  /** Told now and then how many entries of a watched tree were looked at. */
  progress?: ((root: string, entries: number) => void) | undefined;
  /** Ends the wait of `learnIdle` early. */
  abort?: AbortSignal;
}

export const DEFAULT_SETTLE = 1000;
