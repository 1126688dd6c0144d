import type { WatchedCommand } from '@mam/guard-session';
import type { GuardMode } from '@mam/state-guard';

/** Options of `mam run`, as parsed. */
export interface RunOptions {
  watch: string[];
  watchCommand: WatchedCommand[];
  watchTmux: string[];
  watchProcesses?: boolean;
  ignore: string[];
  learnIdle: number;
  repo?: string;
  dropEnv: string[];
  keepEnv: string[];
  pin: boolean;
  settle: number;
  sandboxHome?: boolean;
  mode: GuardMode;
  json?: string;
  junit?: string;
  html?: string;
  github?: boolean;
  print0?: string;
  strict?: boolean;
}
