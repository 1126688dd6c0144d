import { type Command, Option } from 'commander';

/** Which configuration counts, as parsed. */
export interface ConfigFlags {
  /** The file; false for none; absent for the one that is found. */
  config?: string | false;
}

/** Options that are on or off, which a configuration can set and a command line takes back. */
const FLAGS = ['watch-processes', 'sandbox-home', 'github', 'strict'];

/**
 * Declares the options that say which configuration counts, and the other form of each flag that the command has. To be
 * called when the command has its options.
 */
export function declareConfig(command: Command): Command {
  const has = (flag: string) => command.options.some(({ long }) => long === flag);
  for (const flag of FLAGS.filter((name) => has(`--${name}`))) command.addOption(new Option(`--no-${flag}`).hideHelp());
  if (has('--no-pin')) command.addOption(new Option('--pin').hideHelp());
  return command
    .option(
      '--config <file>',
      'the configuration (default: mam.config.yaml, upwards and no further than the checkout); options add to its ' +
        'lists, replace its single values, and take its flags back as --no-<flag>',
    )
    .option('--no-config', 'use no configuration');
}
