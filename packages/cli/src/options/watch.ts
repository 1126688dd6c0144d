import type { WatchedCommand } from '@mam/guard-session';
import type { Command } from 'commander';
import { collect, milliseconds, watchedCommand } from './parse.ts';

/** What a session looks at, as parsed. */
export interface WatchFlags {
  watch: string[];
  watchCommand: WatchedCommand[];
  watchTmux: string[];
  watchProcesses?: boolean;
  ignore: string[];
  learnIdle: number;
}

/** Declares the options that say what is watched. */
export function declareWatch(command: Command): Command {
  return command
    .option('-w, --watch <path>', 'watch a file or a directory tree (repeatable)', collect, [])
    .option(
      '--watch-command <name=command>',
      "watch a command's output, a line an entry (repeatable)",
      watchedCommand,
      [],
    )
    .option(
      '--watch-tmux <socket>',
      'watch the sessions of a tmux server: a socket path, or "default" (repeatable)',
      collect,
      [],
    )
    .option('--watch-processes', 'report processes of the run that outlive it')
    .option('--ignore <pattern>', 'gitignore syntax, for every watched tree (repeatable)', collect, [])
    .option(
      '--learn-idle <ms>',
      'first learn what changes while nothing runs; such changes are excused',
      milliseconds,
      0,
    );
}
