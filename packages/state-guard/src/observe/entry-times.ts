import { lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { toBytes } from '../bytes/bytes.ts';

/**
 * When an entry came about, ISO 8601: its birth, when that falls after the baseline, else its last change of state; null
 * when it is gone.
 *
 * @param path a byte string
 * @param since the time of the baseline, in milliseconds of the epoch
 */
export function cameAt(path: string, since: number): string | null {
  try {
    const { birthtimeMs, ctimeMs } = lstatSync(toBytes(path));
    return iso(birthtimeMs >= since ? birthtimeMs : ctimeMs);
  } catch {
    return null;
  }
}

/**
 * For what is gone, as a hint: when what held it last changed, which is the nearest directory, or the sessions file,
 * that is still there.
 */
export function parentChange(holder: string): { parentChangedAt?: string } {
  for (let path = holder; ; path = dirname(path)) {
    const stats = statIfAny(path);
    if (stats) return { parentChangedAt: iso(stats.mtimeMs) };
    if (dirname(path) === path) return {};
  }
}

function statIfAny(path: string): { mtimeMs: number } | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function iso(ms: number): string {
  return new Date(Math.floor(ms)).toISOString();
}
