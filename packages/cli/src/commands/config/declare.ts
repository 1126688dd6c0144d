import type { Command } from 'commander';
import type { ProgramContext } from '../../program.ts';

/** Options of `mam config show`, as parsed. */
export interface ShowOptions {
  json?: boolean;
}

/** Declares `mam config check` and `mam config show`. */
export function declareConfigCommands(program: Command, context: ProgramContext): void {
  const config = program
    .command('config')
    .summary('check and show mam.config.yaml')
    .description(
      'The configuration, mam.config.yaml: the same words as the options of mam run, and accept. Paths in it may begin with\n' +
        '~ and hold $NAME and ${NAME:-default}; relative ones are resolved against the file.',
    )
    .addHelpText('after', '\nExample:\n  mam config check && mam config show');
  config
    .command('check')
    .summary('name everything that is wrong with a configuration')
    .description(
      'Names everything that is wrong with a configuration, with line and column. Exit status 2 if anything is.',
    )
    .argument('[file]', 'default: the one that counts here')
    .addHelpText('after', '\nExample:\n  mam config check')
    .action(async (file: string | undefined) => {
      const { check } = await import('./check.ts');
      context.exit(check(file));
    });
  config
    .command('show')
    .summary('print what a configuration comes to, each value with its source')
    .description(
      'Prints what a configuration comes to here: each value resolved, with the line, preset or default it is from.',
    )
    .argument('[file]', 'default: the one that counts here')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  mam config show --json')
    .action(async (file: string | undefined, options: ShowOptions) => {
      const { show } = await import('./show.ts');
      show(file, options);
    });
}
