import type { Command } from 'commander';
import { count } from '../../options/parse.ts';
import { declareReport, type ReportFlags } from '../../options/report.ts';
import type { ProgramContext } from '../../program.ts';

/** Options of `mam report merge`, as parsed. */
export interface MergeOptions extends ReportFlags {
  expect?: number;
}

/** Declares `mam report merge` and `mam report show`. */
export function declareReportCommands(program: Command, context: ProgramContext): void {
  const report = program
    .command('report')
    .summary('join the reports of several shards, or turn one into another format')
    .description('Works on reports that mam wrote with --json.')
    .addHelpText('after', '\nExample:\n  mam report merge --html report.html shard-*.json');
  const merge = report
    .command('merge')
    .argument('<json...>', 'reports, one a shard')
    .summary('several shards, one verdict')
    .description('Joins the reports of several shards into one verdict. Its exit status is the gate.')
    .option('--expect <n>', 'how many reports there must be; fewer are a failure (4)', count);
  declareReport(merge)
    .addHelpText('after', '\nExample:\n  mam report merge --expect 4 --json report.json shard-*.json')
    .action(async (files: string[], options: MergeOptions) => {
      const { merge } = await import('./merge.ts');
      context.exit(merge(files, options));
    });
  declareReport(report.command('show').argument('<json>', 'a report'))
    .summary('one report, in another format')
    .description(
      'Prints a report as text, and writes it in the formats asked for. The exit status says whether it could be read.',
    )
    .addHelpText('after', '\nExample:\n  mam report show --html report.html report.json')
    .action(async (file: string, options: ReportFlags) => {
      const { show } = await import('./show.ts');
      context.exit(show(file, options));
    });
}
