import type { GuardMode } from '@mam/state-guard';
import { type Command, Option } from 'commander';
import { type AmbientFlags, declareAmbient } from '../../options/ambient.ts';
import { type ConfigFlags, declareConfig } from '../../options/config.ts';
import { declareWatch, type WatchFlags } from '../../options/watch.ts';
import type { ProgramContext } from '../../program.ts';

/** Options of `mam doctor`, as parsed. */
export interface DoctorOptions extends AmbientFlags, WatchFlags, ConfigFlags {
  selfTest?: boolean;
  mode: GuardMode;
}

/** Declares `mam doctor`. */
export function declareDoctor(program: Command, context: ProgramContext): void {
  const command = program
    .command('doctor')
    .summary('what would be watched and dropped, and whether the guard works here')
    .description(
      'Says what a session with the same options would watch, drop and pin here, and why; and what it cannot read.',
    )
    .option(
      '--self-test',
      'plant a canary for every kind of change in a throwaway plane, and prove that each is reported',
    )
    .addOption(
      new Option('--mode <mode>', 'the mode of the self-test').choices(['observe', 'contain']).default('observe'),
    );
  declareWatch(command);
  declareAmbient(command);
  declareConfig(command)
    .addHelpText(
      'after',
      `
Exit status: 4 when something that would be watched cannot be looked at, or a canary was missed; else 0.

Example:
  mam doctor --self-test`,
    )
    .action(async () => {
      const { doctor } = await import('./doctor.ts');
      const { configured } = await import('../../options/configured.ts');
      const { options } = await configured<DoctorOptions>(command);
      context.exit(await doctor(options));
    });
}
