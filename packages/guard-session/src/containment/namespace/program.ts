import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { errorCode } from '@mam/state-guard';

/** The PATH of a program that has none. */
const DEFAULT_PATH = '/usr/bin:/bin';

/**
 * Checks that a command can be started, as the kernel and the C library look for it.
 * @throws an error as `spawn` of `node:child_process` gives it, with `code` `ENOENT` or `EACCES`
 */
export function assertRunnable(command: string, cwd: string, env: Readonly<Record<string, string | undefined>>): void {
  if (!isDirectory(cwd)) throw startError('ENOENT', command, cwd);
  const candidates = command.includes('/')
    ? [resolve(cwd, command)]
    : (env.PATH ?? DEFAULT_PATH).split(':').map((directory) => join(inside(cwd, directory), command));
  let denied = false;
  for (const path of command === '' ? [] : candidates) {
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return;
      denied = true;
    } catch (error) {
      denied ||= errorCode(error) === 'EACCES';
    }
  }
  throw startError(denied ? 'EACCES' : 'ENOENT', command, cwd);
}

function inside(cwd: string, directory: string): string {
  return isAbsolute(directory) ? directory : resolve(cwd, directory);
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function startError(code: 'ENOENT' | 'EACCES', command: string, cwd: string): NodeJS.ErrnoException {
  const error: NodeJS.ErrnoException = new Error(`spawn ${command} ${code} (in ${cwd})`);
  error.code = code;
  error.syscall = `spawn ${command}`;
  error.path = command;
  return error;
}
