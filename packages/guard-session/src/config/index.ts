export { type WriteAcceptOptions, type WrittenAccept, writeAccept } from './accept/write.ts';
export { ConfigError, type ConfigProblem } from './config-error.ts';
export { CONFIG_DEFAULTS } from './defaults.ts';
export { CONFIG_NAMES, type ConfigPlace, findConfig } from './find.ts';
export { homeOf, type LoadedConfig, type LoadOptions, loadConfig } from './load.ts';
export { mergeOptions, plainOptions, toSessionOptions } from './merge.ts';
export type { ConfigOptions, GivenOptions, Sourced, SourcedOptions, ValueSource } from './options.ts';
export { type ShownConfig, type ShownSource, type ShownValue, showConfig } from './show/show.ts';
