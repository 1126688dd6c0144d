import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ControlPlaneError, errnoOf } from '../errors.ts';
import { isAbandoned, sweepAbandoned } from './abandoned.ts';
import { ownerOf, ownerToken } from './owner.ts';

/** A lock that is held. */
export interface Lock {
  /** Throws when another process took the lock over, as it may from a holder that was stopped for long. */
  assertHeld(): void;
}

export interface LockOptions {
  /** How long to wait for a holder that lives, in milliseconds; 30000 by default. */
  timeoutMs?: number;
}

/**
 * Runs `use` while no other process does so for the same target, a plain path in a directory that exists. A holder that
 * died never blocks the next.
 *
 * The lock is a directory beside the target with one file in it, whose name says who holds it. Taking a free lock is the
 * rename of a directory that was filled before, which fails when one is there; taking over from the dead is the rename of
 * the file, which only one process can do because no name is used twice. A lock that rests on modification times, as
 * proper-lockfile's does, lets two processes in when both find the same stale lock, and makes the next wait out the time.
 */
export async function withLock<T>(
  target: string,
  use: (lock: Lock) => T | Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const directory = join(dirname(target), `.${basename(target)}.lock`);
  const token = await acquire(directory, options.timeoutMs ?? 30_000);
  const held = join(directory, token);
  try {
    sweepAbandoned(target);
    return await use({
      assertHeld() {
        if (existsSync(held)) return;
        throw new ControlPlaneError('failed', `the lock ${directory} was taken over by another process: try again`);
      },
    });
  } finally {
    release(directory, held);
  }
}

async function acquire(directory: string, timeoutMs: number): Promise<string> {
  const claimed = ownerToken();
  const claim = `${directory}.${claimed}`;
  mkdirSync(claim, 0o700);
  try {
    writeFileSync(join(claim, claimed), '', { mode: 0o600 });
    const deadline = performance.now() + timeoutMs;
    for (let pause = 5; ; pause = Math.min(pause * 1.5, 40)) {
      if (renamed(claim, directory, ['ENOTEMPTY', 'EEXIST'])) return claimed;
      const holder = holderOf(directory);
      if (holder !== null && isAbandoned(holder)) {
        const token = ownerToken();
        if (renamed(join(directory, holder), join(directory, token), ['ENOENT'])) return token;
      } else if (performance.now() > deadline) {
        throw new ControlPlaneError('failed', held(directory, holder));
      } else {
        await sleep(pause * (0.5 + Math.random()));
      }
    }
  } finally {
    rmSync(claim, { recursive: true, force: true });
  }
}

/** An empty directory is a free lock, so that to be killed between the two steps blocks nobody. */
function release(directory: string, held: string): void {
  rmSync(held, { force: true });
  try {
    rmdirSync(directory);
  } catch (error) {
    // The next holder may be in already.
    const code = errnoOf(error);
    if (code !== 'ENOENT' && code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}

function renamed(from: string, to: string, refusals: readonly string[]): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (refusals.includes(errnoOf(error) ?? '')) return false;
    throw error;
  }
}

function holderOf(directory: string): string | null {
  try {
    return readdirSync(directory)[0] ?? null;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function held(directory: string, holder: string | null): string {
  const owner = holder === null ? null : ownerOf(holder);
  const who = owner === null ? 'another process' : `process ${owner.pid}${owner.state === 'alive' ? '' : ' elsewhere'}`;
  return `${who} holds the lock ${directory}: wait for it, or remove the directory when that process is gone`;
}
