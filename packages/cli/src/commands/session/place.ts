import { herdrDriver, type Mux, planeOf, type SessionsPlace, tmuxDriver } from '@mam/control-plane';
import { CliError } from '../../cli-error.ts';
import { workingDirectory } from '../../working-directory.ts';

/** Flags that say which sessions file, and how long multiplexers may take. */
export interface PlaceFlags {
  workspace?: string;
  sessionsFile?: string;
  timeout: number;
  json?: boolean;
}

/** The sessions file that flags name, and the multiplexers that its sessions can be in. */
export function placeOf(flags: PlaceFlags): SessionsPlace & { muxes: Mux[] } {
  const { workspace, sessionsFile, timeout: timeoutMs } = flags;
  if (workspace !== undefined && sessionsFile !== undefined) {
    throw new CliError('The sessions file is named twice: use --workspace or --sessions-file.');
  }
  if (sessionsFile === '') throw new CliError('--sessions-file is empty; name a path, or leave it out.');
  const cwd = workingDirectory();
  const muxes = [herdrDriver({ herdrSession: 'default', timeoutMs }), tmuxDriver({ timeoutMs })];
  return { sessionsFile: workspace === undefined ? sessionsFile : planeOf(workspace, cwd).sessionsFile, cwd, muxes };
}
