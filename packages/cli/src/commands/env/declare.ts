import type { Command } from 'commander';
import { type AmbientFlags, declareAmbient } from '../../options/ambient.ts';
import { type ConfigFlags, declareConfig } from '../../options/config.ts';
import { collect } from '../../options/parse.ts';

/** Options of `mam env`, as parsed. */
export interface EnvOptions extends AmbientFlags, ConfigFlags {
  watch: string[];
}

/** Declares `mam env`. */
export function declareEnv(program: Command): void {
  const command = program
    .command('env')
    .summary('shell lines that drop and pin: eval "$(mam env)"')
    .description(
      'Prints lines for a POSIX shell that drop the ambient binding and pin a fresh sandbox, for pipelines that cannot\n' +
        'wrap their command. mam check in the same shell removes the sandbox.',
    )
    .option('-w, --watch <path>', 'a live place that the sandbox must not lie in (repeatable)', collect, []);
  declareAmbient(command);
  declareConfig(command)
    .addHelpText('after', '\nExample:\n  eval "$(mam env)" && mam snapshot -o baseline.mam')
    .action(async () => {
      const { env } = await import('./env.ts');
      const { configured } = await import('../../options/configured.ts');
      const { options } = await configured<EnvOptions>(command);
      env(options);
    });
}
