import { type Command, Option } from 'commander';
import { declareAmbient } from '../../options/ambient.ts';
import { declareConfig } from '../../options/config.ts';
import { milliseconds } from '../../options/parse.ts';
import { declareReport } from '../../options/report.ts';
import { declareWatch } from '../../options/watch.ts';
import type { ProgramContext } from '../../program.ts';
import type { RunOptions } from './options.ts';

/** Declares `mam run`. */
export function declareRun(program: Command, context: ProgramContext): void {
  const command = program
    .command('run')
    .summary('run any command inside an isolation-checked session')
    .description(
      'Runs a command inside an isolation-checked session: the ambient binding is recorded, dropped and pinned to a\n' +
        'throwaway sandbox, the live control planes are looked at before and after, and every change that no live\n' +
        'activity explains is reported. Nothing live is ever deleted or repaired.',
    )
    .usage('[options] -- <command> [args...]');
  declareWatch(command);
  declareAmbient(command)
    .addOption(
      new Option('--mode <mode>', 'how the run is kept from live state')
        .choices(['observe', 'contain', 'read-only'])
        .default('observe'),
    )
    .option('--keep-captured <dir>', 'keep what a contained run would have written in a new directory')
    .option('--settle <ms>', 'how long to wait for processes that outlive the command', milliseconds, 1000);
  declareReport(command).option(
    '--write-accept',
    'accept what is found for 30 days: add entries to the configuration, for a suite that adopts the guard',
  );
  declareConfig(command)
    .addHelpText(
      'after',
      `
Exit status: the command's own if it is not 0 (128+n for a signal); else 3 for leaks, else 4 when something
watched could not be looked at, else 0. 2 for bad usage.

Example:
  mam run --json report.json -- pytest -x tests`,
    )
    .action(async () => {
      const [{ run }, { configured }] = await Promise.all([import('./run.ts'), import('../../options/configured.ts')]);
      context.exit(await run(context.command, await configured<RunOptions>(command)));
    });
}
