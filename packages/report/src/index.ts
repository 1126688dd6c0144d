export { type ExitStatusOptions, verdictExitStatus } from './exit-status.ts';
export { formatJson } from './json/format.ts';
export { type ColorStream, wantsColor } from './text/color.ts';
export { formatText, type TextOptions } from './text/format.ts';
export type { Route } from './words/facts.ts';
