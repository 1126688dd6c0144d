import { DEFAULT_SETTLE } from '../session/options.ts';
import type { ConfigOptions } from './options.ts';

type Single = {
  [Name in keyof ConfigOptions as ConfigOptions[Name] extends unknown[] ? never : Name]: ConfigOptions[Name];
};

/** What counts where nothing is given: every option that is no list; null for none. Lists are empty. */
export const CONFIG_DEFAULTS: { readonly [Name in keyof Single]: Single[Name] | null } = {
  watchProcesses: false,
  pin: true,
  mode: 'observe',
  learnIdle: 0,
  settle: DEFAULT_SETTLE,
  sandboxHome: false,
  repo: null,
  json: null,
  junit: null,
  html: null,
  github: false,
  print0: null,
  strict: false,
};
