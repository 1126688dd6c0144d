import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { Environment } from '@mam/registry-paths';

/** The home directory as most tools find it. */
export function homeOf(env: Environment, cwd: string): string {
  if (env.HOME) return resolve(cwd, env.HOME);
  try {
    return userInfo().homedir;
  } catch {
    return cwd;
  }
}
