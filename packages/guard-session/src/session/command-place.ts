import type { Environment } from '@mam/registry-paths';
import { anyPattern } from '../ambient/name-pattern.ts';
import type { SessionOptions } from './options.ts';

/** What decides the environment of a command before its sandbox is made. */
export interface CommandPlace {
  env: Environment;
  dropped: readonly string[];
  options: Pick<SessionOptions, 'sandboxHome' | 'keepEnv' | 'pin'>;
}

/** Whether the sandbox will set a variable of the home family. */
export function isSandboxed(name: string, { options }: CommandPlace): boolean {
  return (options.sandboxHome ?? false) && !anyPattern(options.keepEnv)(name);
}

/** Whether the sandbox will set a variable that is pinned with the binding. */
export function isPinned(name: string, { options }: CommandPlace): boolean {
  return (options.pin ?? true) && !anyPattern(options.keepEnv)(name);
}

/** The inherited value of a variable that the command gets, or undefined. */
export function inherited(name: string, { env, dropped }: CommandPlace): string | undefined {
  return dropped.includes(name) ? undefined : env[name];
}
