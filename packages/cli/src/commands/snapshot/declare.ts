import type { Command } from 'commander';
import { type AmbientFlags, declareAmbient } from '../../options/ambient.ts';
import { type ConfigFlags, declareConfig } from '../../options/config.ts';
import { declareWatch, type WatchFlags } from '../../options/watch.ts';

/** Options of `mam snapshot`, as parsed. */
export interface SnapshotOptions extends AmbientFlags, WatchFlags, ConfigFlags {
  output: string;
}

/** Declares `mam snapshot`. */
export function declareSnapshot(program: Command): void {
  const command = program
    .command('snapshot')
    .summary('take the baseline now, for a verdict later')
    .description(
      'Takes the baseline of a session now, for pipelines that cannot wrap their command; see mam check and mam env.',
    )
    .requiredOption('-o, --output <file>', 'where the baseline goes');
  declareWatch(command);
  declareAmbient(command);
  declareConfig(command)
    .addHelpText('after', '\nExample:\n  mam snapshot -o baseline.mam -w ~/.agent')
    .action(async () => {
      const { snapshot } = await import('./snapshot.ts');
      const { configured } = await import('../../options/configured.ts');
      const { options } = await configured<SnapshotOptions>(command);
      await snapshot(options);
    });
}
