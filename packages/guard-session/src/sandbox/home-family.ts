import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where each variable of the home family points, below a sandbox. */
const FAMILY: Readonly<Record<string, string>> = {
  HOME: 'home',
  USERPROFILE: 'home',
  APPDATA: 'home/AppData/Roaming',
  LOCALAPPDATA: 'home/AppData/Local',
  XDG_CONFIG_HOME: 'home/.config',
  XDG_DATA_HOME: 'home/.local/share',
  XDG_STATE_HOME: 'home/.local/state',
  XDG_CACHE_HOME: 'home/.cache',
  XDG_RUNTIME_DIR: 'run',
  TMPDIR: 'tmp',
};

/** Names of the variables that say where a user's files live. */
export const HOME_FAMILY: readonly string[] = Object.keys(FAMILY);

/** Makes a fresh home below a sandbox; returns the variables that lead to it. */
export function homeFamily(sandbox: string): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, below] of Object.entries(FAMILY)) {
    const path = join(sandbox, below);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    env[name] = path;
  }
  return env;
}
