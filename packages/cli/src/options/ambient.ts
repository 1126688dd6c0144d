import { PRESET_NAMES, type PresetName } from '@mam/guard-session/preset-names';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { collect } from './parse.ts';

/** What a session records, drops and pins, as parsed. */
export interface AmbientFlags {
  use: PresetName[];
  repo?: string;
  dropEnv: string[];
  keepEnv: string[];
  pin: boolean;
  sandboxHome?: boolean;
}

/** Declares the options that say what is dropped and pinned. */
export function declareAmbient(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--use <preset>',
        `watch a known tool, and drop its variables (repeatable): ${PRESET_NAMES.join(', ')}`,
      )
        .argParser(preset)
        .default([], 'none'),
    )
    .option('--drop-env <NAME|PREFIX_*>', 'drop more ambient variables (repeatable)', collect, [])
    .option('--keep-env <NAME|PREFIX_*>', 'keep ambient variables (repeatable)', collect, [])
    .option('--no-pin', 'drop the ambient binding, but pin no sandbox')
    .option('--sandbox-home', 'give the command a fresh home family (HOME, XDG_*, TMPDIR, ...)')
    .option('--repo <dir>', 'the checkout whose .mam is always watched (default: the nearest .git upwards)');
}

function preset(value: string, previous: PresetName[]): PresetName[] {
  const name = PRESET_NAMES.find((known) => known === value);
  if (name === undefined) throw new InvalidArgumentError(`Give one of ${PRESET_NAMES.join(', ')}.`);
  return [...previous, name];
}
