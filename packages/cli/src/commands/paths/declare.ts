import type { Command } from 'commander';
import type { PathsOptions } from './paths.ts';

/** Declares `mam paths`. */
export function declarePaths(program: Command): void {
  program
    .command('paths')
    .summary('print the resolved control plane: each path, its source, what was passed over')
    .description(
      'Prints where a process started here would keep its state: each path, which rule or variable says so, and which\n' +
        'earlier rules were passed over and why.',
    )
    .option('--registry-dir <dir>', 'resolve as a process with this registry flag would')
    .option('--logs-dir <dir>', 'resolve as a process with this audit-log flag would')
    .option('--sessions-file <file>', 'resolve as a process with this sessions-file flag would')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  WORKSPACE_ROOT=/srv/agents mam paths')
    .action(async (options: PathsOptions) => {
      const { paths } = await import('./paths.ts');
      paths(options);
    });
}
