import { GuardError } from '../guard-error.ts';

/** One thing that is wrong with a configuration. */
export interface ConfigProblem {
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
  /** Names the thing and the remedy. */
  message: string;
}

/** How many problems a message names; `problems` has them all. */
const SHOWN = 50;

/** A configuration that cannot be used, with everything that is wrong with it, in the order of the file. */
export class ConfigError extends GuardError {
  readonly file: string;
  readonly problems: readonly ConfigProblem[];

  constructor(file: string, problems: readonly ConfigProblem[]) {
    const ordered = [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
    const lines = ordered.slice(0, SHOWN).map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
    const more = ordered.length - lines.length;
    super('usage', [...lines, ...(more > 0 ? [`${file}: and ${more} more`] : [])].join('\n'));
    this.name = 'ConfigError';
    this.file = file;
    this.problems = ordered;
  }
}
