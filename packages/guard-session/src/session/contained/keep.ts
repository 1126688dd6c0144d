import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Containment } from '../../containment/containment.ts';
import { GuardError } from '../../guard-error.ts';

/** Checks before the run that a directory for captured files is new or empty. @throws GuardError (usage) */
export function checkKeepDirectory(cwd: string, directory: string): void {
  let names: string[];
  try {
    names = readdirSync(resolve(cwd, directory));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return;
    throw new GuardError(
      'usage',
      `${JSON.stringify(directory)} cannot keep what is captured (${code}); name a new directory.`,
    );
  }
  if (names.length > 0) {
    throw new GuardError(
      'usage',
      `${JSON.stringify(directory)} is not empty; name a new or empty directory for what is captured.`,
    );
  }
}

/** Keeps what was captured; what a person should know of it, a sentence each. */
export function keepWhatWasCaptured(containment: Containment, cwd: string, directory: string): string[] {
  try {
    const { copied, removed, skipped, directory: real } = containment.keepCaptured(resolve(cwd, directory));
    const lost = skipped.map(({ path, reason }) => `The captured ${path} could not be kept: ${reason}.`);
    return [`Captured changes are kept in ${real}: ${copied} written, ${removed} removed.`, ...lost];
  } catch (error) {
    if (!GuardError.is(error)) throw error;
    return [error.message];
  }
}
