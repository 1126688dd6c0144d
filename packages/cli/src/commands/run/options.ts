import type { GuardMode } from '@mam/state-guard';

/** Options of `mam run`, as parsed. */
export interface RunOptions {
  repo?: string;
  dropEnv: string[];
  keepEnv: string[];
  pin: boolean;
  settle: number;
  sandboxHome?: boolean;
  mode: GuardMode;
  json?: string;
  strict?: boolean;
}
