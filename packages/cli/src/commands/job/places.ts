import type { JobPlaces } from '@mam/control-plane';
import { CliError } from '../../cli-error.ts';
import { workingDirectory } from '../../working-directory.ts';

/** Flags that say where jobs are. */
export interface PlaceFlags {
  registryDir?: string;
  logsDir?: string;
  sessionsFile?: string;
}

/** The places that flags name. An empty one is refused: it would count as not given, and so name another place. */
export function placesOf(flags: PlaceFlags): JobPlaces {
  const { registryDir, logsDir, sessionsFile } = flags;
  for (const [flag, value] of Object.entries({ registryDir, logsDir, sessionsFile })) {
    if (value === '') throw new CliError(`--${kebab(flag)} is empty; name a path, or leave it out.`);
  }
  return { registryDir, logsDir, sessionsFile, cwd: workingDirectory() };
}

function kebab(flag: string): string {
  return flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
