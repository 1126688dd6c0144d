import type { Command } from 'commander';
import { type ConfigFlags, declareConfig } from '../../options/config.ts';
import { milliseconds } from '../../options/parse.ts';
import { declareReport, type ReportFlags } from '../../options/report.ts';
import type { ProgramContext } from '../../program.ts';

/** Options of `mam check`, as parsed. */
export interface CheckCommandOptions extends ReportFlags, ConfigFlags {
  since: string;
  settle: number;
}

/** Declares `mam check`. */
export function declareCheck(program: Command, context: ProgramContext): void {
  const command = program
    .command('check')
    .summary('the verdict on what changed since a baseline')
    .description('Looks again, and says what changed since mam snapshot and what of it nothing explains.')
    .requiredOption('--since <file>', 'the baseline that mam snapshot wrote')
    .option(
      '--settle <ms>',
      'how long to wait for processes of the run; they are known inside mam env',
      milliseconds,
      1000,
    );
  declareReport(command);
  declareConfig(command)
    .addHelpText(
      'after',
      `
Exit status: 3 for leaks, else 4 when something watched could not be looked at, else 0. 2 for bad usage.

Example:
  mam check --since baseline.mam --json report.json`,
    )
    .action(async () => {
      const { check } = await import('./check.ts');
      const { configured } = await import('../../options/configured.ts');
      const { options } = await configured<CheckCommandOptions>(command);
      context.exit(await check(options));
    });
}
