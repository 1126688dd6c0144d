import type { GuardMode } from '@mam/state-guard';
import type { PresetName } from '../../presets/names.ts';

/** A configuration as it is written, valid but not resolved. The keys are the words of the command line. */
export interface ConfigText {
  use?: PresetName[];
  watch?: string[];
  /** By name, or `name=command` each. */
  'watch-command'?: Record<string, string> | string[];
  'watch-tmux'?: string[];
  'watch-processes'?: boolean;
  ignore?: string[];
  'drop-env'?: string[];
  'keep-env'?: string[];
  pin?: boolean;
  mode?: GuardMode;
  'learn-idle'?: number;
  settle?: number;
  'sandbox-home'?: boolean;
  repo?: string;
  json?: string;
  junit?: string;
  html?: string;
  github?: boolean;
  print0?: string;
  strict?: boolean;
  accept?: { path: string; reason: string; until: string }[];
}
