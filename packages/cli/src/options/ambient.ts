import type { Command } from 'commander';
import { collect } from './parse.ts';

/** What a session records, drops and pins, as parsed. */
export interface AmbientFlags {
  repo?: string;
  dropEnv: string[];
  keepEnv: string[];
  pin: boolean;
  sandboxHome?: boolean;
}

/** Declares the options that say what is dropped and pinned. */
export function declareAmbient(command: Command): Command {
  return command
    .option('--drop-env <NAME|PREFIX_*>', 'drop more ambient variables (repeatable)', collect, [])
    .option('--keep-env <NAME>', 'keep an ambient variable (repeatable)', collect, [])
    .option('--no-pin', 'drop the ambient binding, but pin no sandbox')
    .option('--sandbox-home', 'give the command a fresh home family (HOME, XDG_*, TMPDIR, ...)')
    .option('--repo <dir>', 'the checkout whose .mam is always watched (default: the nearest .git upwards)');
}
