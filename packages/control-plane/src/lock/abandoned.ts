import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ownerOf } from './owner.ts';

/**
 * How long, in milliseconds, a holder of whom it cannot be said whether it lives keeps its lock. Holds last
 * milliseconds, so that one this old is taken to be dead.
 */
const LONGEST_HOLD = 10_000;

/** Whether the owner of a token is gone, and what it left can be taken over. False for what is no token. */
export function isAbandoned(token: string): boolean {
  const owner = ownerOf(token);
  if (owner === null) return false;
  return owner.state === 'dead' || (owner.state === 'unknown' && Date.now() - owner.since > LONGEST_HOLD);
}

/**
 * Removes the hidden files and claims that processes which are gone left beside `target`. For the holder of its lock.
 */
export function sweepAbandoned(target: string): void {
  const prefix = `.${basename(target)}.`;
  for (const name of readdirSync(dirname(target))) {
    if (!name.startsWith(prefix)) continue;
    const token = name
      .slice(prefix.length)
      .replace(/^lock\./, '')
      .replace(/\.tmp$/, '');
    if (isAbandoned(token)) rmSync(join(dirname(target), name), { recursive: true, force: true });
  }
}
