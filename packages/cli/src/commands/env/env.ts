import { environmentLines } from '@mam/guard-session';
import { workingDirectory } from '../../working-directory.ts';
import type { EnvOptions } from './declare.ts';

/** `mam env`: prints the lines. */
export function env({ repo, use, watch, dropEnv, keepEnv, pin, sandboxHome = false }: EnvOptions): void {
  const lines = environmentLines({ cwd: workingDirectory(), repo, use, watch, dropEnv, keepEnv, pin, sandboxHome });
  process.stdout.write(`${lines.join('\n')}\n`);
}
