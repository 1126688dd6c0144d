import type { WatchedCommand } from '@mam/guard-session';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ProgramContext } from '../../program.ts';
import type { RunOptions } from './options.ts';

/** Declares `mam run`. */
export function declareRun(program: Command, context: ProgramContext): void {
  program
    .command('run')
    .summary('run any command inside an isolation-checked session')
    .description(
      'Runs a command inside an isolation-checked session: the ambient binding is recorded, dropped and pinned to a\n' +
        'throwaway sandbox, the live control planes are looked at before and after, and every change that no live\n' +
        'activity explains is reported. Nothing live is ever deleted or repaired.',
    )
    .usage('[options] -- <command> [args...]')
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
    )
    .option('--repo <dir>', 'the checkout whose .mam is always watched (default: the nearest .git upwards)')
    .option('--drop-env <NAME|PREFIX_*>', 'drop more ambient variables (repeatable)', collect, [])
    .option('--keep-env <NAME>', 'keep an ambient variable (repeatable)', collect, [])
    .option('--no-pin', 'drop the ambient binding, but pin no sandbox')
    .option('--settle <ms>', 'how long to wait for processes that outlive the command', milliseconds, 1000)
    .option('--sandbox-home', 'give the command a fresh home family (HOME, XDG_*, TMPDIR, ...)')
    .addOption(
      new Option('--mode <mode>', 'how the run is kept from live state').choices(['observe']).default('observe'),
    )
    .option('--json <file>', 'write the report as JSON (schema mam-guard/1)')
    .option('--junit <file>', 'write the report as JUnit XML')
    .option('--html <file>', 'write the report as one HTML file')
    .option('--github', 'write GitHub workflow commands to stderr')
    .option('--print0 <file>', 'write the leaked paths, NUL between them')
    .option('--strict', 'suspects fail too')
    .addHelpText(
      'after',
      `
Exit status: the command's own if it is not 0 (128+n for a signal); else 3 for leaks, else 4 when something
watched could not be looked at, else 0. 2 for bad usage.

Example:
  mam run --json report.json -- pytest -x tests`,
    )
    .action(async (options: RunOptions) => {
      const { run } = await import('./run.ts');
      context.exit(await run(context.command, options));
    });
}

function collect(value: string, previous: string[]): string[] {
  return [...previous, value];
}

function watchedCommand(text: string, previous: WatchedCommand[]): WatchedCommand[] {
  const [, name, command] = /^([^=\s]+)=(.*\S.*)$/s.exec(text) ?? [];
  if (name === undefined || command === undefined) {
    throw new InvalidArgumentError('Give a name and a command, as in crontab="crontab -l".');
  }
  return [...previous, { name, command }];
}

function milliseconds(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('Give a whole number of milliseconds, as in 1000.');
  }
  return value;
}
