import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Verdict } from '@mam/state-guard';
import type { SessionOptions } from '../../session/options.ts';
import { type GuardedRun, runGuarded } from '../../session/run-guarded.ts';

/** A user's machine in small: a home directory and a checkout. */
export interface Home {
  dir: string;
  home: string;
  checkout: string;
  env: Record<string, string>;
  /** Writes files below `dir`; a text that is an object becomes JSON. */
  files(files: Record<string, string | object>): void;
  link(path: string, target: string): void;
  /** Runs a script of bash in a session, in the checkout. `$H` is the home directory, `$D` is `dir`. */
  run(script: string, options?: Partial<SessionOptions> & { vars?: Record<string, string> }): Promise<GuardedRun>;
  remove(): void;
}

export function makeHome(): Home {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'mam-p-')));
  const [home, checkout] = [join(dir, 'home'), join(dir, 'checkout')];
  for (const path of [home, checkout, join(dir, 'tmp')]) mkdirSync(path);
  // The end of the way upwards, wherever the temporary directory of this machine lies.
  mkdirSync(join(checkout, '.git'));
  // Since 2.47 git does its maintenance after the command, while a test goes on with the repository.
  writeFileSync(join(home, '.gitconfig'), '[maintenance]\n\tauto = false\n[gc]\n\tauto = 0\n');
  // tmux runs a command with the user's shell, which may be one that refuses.
  const env = {
    PATH: process.env.PATH ?? '',
    SHELL: '/bin/sh',
    HOME: home,
    TMPDIR: join(dir, 'tmp'),
    H: home,
    D: dir,
  };
  return {
    dir,
    home,
    checkout,
    env,
    files(files) {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(dir, name)), { recursive: true });
        writeFileSync(join(dir, name), typeof content === 'string' ? content : JSON.stringify(content));
      }
    },
    link(path, target) {
      symlinkSync(target, join(dir, path));
    },
    run(script, { vars, ...options } = {}) {
      const merged = { ...env, ...vars };
      return runGuarded(['bash', '-ec', script], { cwd: checkout, env: merged, settle: 200, ...options });
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** Leaks as lines, paths relative to a directory, in their order. */
export function leaksOf(verdict: Verdict, dir: string): string[] {
  return verdict.leaks.map(({ change, entry, path }) => `${change} ${entry} ${path.replace(`${dir}/`, '')}`);
}
