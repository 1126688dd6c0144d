import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GuardError } from '../../guard-error.ts';
import { type LoadedConfig, loadConfig } from '../load.ts';

/** A checkout with a home beside it, in a temporary directory. */
export interface Project {
  dir: string;
  checkout: string;
  home: string;
  /** Where its configuration lies. */
  file: string;
  /** Writes the configuration. */
  write(text: string | Uint8Array): void;
  /** Loads what lies there, as a guard started in the checkout does. */
  load(env?: Record<string, string>): LoadedConfig | null;
  /** What is said of it when it cannot be used, the file's path left out. */
  refusal(env?: Record<string, string>): string;
  remove(): void;
}

export function makeProject(): Project {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'mam-config-')));
  const checkout = join(dir, 'checkout');
  const home = join(dir, 'home');
  mkdirSync(join(checkout, '.git'), { recursive: true });
  mkdirSync(home);
  const file = join(checkout, 'mam.config.yaml');
  const load = (env: Record<string, string> = {}) => loadConfig({ cwd: checkout, env, home });
  return {
    dir,
    checkout,
    home,
    file,
    write: (text) => writeFileSync(file, text),
    load,
    refusal(env) {
      try {
        load(env);
      } catch (error) {
        if (GuardError.is(error) && error.kind === 'usage') return error.message.replaceAll(file, '<file>');
        throw error;
      }
      throw new Error('the configuration was taken');
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
