import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** `unknown`: of another machine or container, or of a process that this one may not look at. */
export type OwnerState = 'alive' | 'dead' | 'unknown';

const TOKEN = /^(\d+)-(\d+|x)-([0-9a-f]{8})-(\d+)-[0-9a-f]{8}$/;

/**
 * A new name that is used once and says whose it is: `<pid>-<start time>-<place>-<now>-<random>`. The start time (clock
 * ticks since boot, `x` where it is not known) tells a process from a later one with its pid; the place is the boot, the
 * pid namespace and the host in which the pid means something.
 */
export function ownerToken(): string {
  self ??= { start: ownStart(), place: ownPlace() };
  return `${process.pid}-${self.start ?? 'x'}-${self.place}-${Date.now()}-${randomBytes(4).toString('hex')}`;
}

/** Whether the process that made a token still runs; null for what is no token. */
export function ownerOf(token: string): { pid: number; since: number; state: OwnerState } | null {
  const match = TOKEN.exec(token);
  if (match === null) return null;
  const [, pid, start, place, since] = match as unknown as [string, string, string, string, string];
  return { pid: Number(pid), since: Number(since), state: stateOf(Number(pid), start, place) };
}

let self: { start: string | null; place: string } | undefined;

function stateOf(pid: number, start: string, place: string): OwnerState {
  self ??= { start: ownStart(), place: ownPlace() };
  if (place !== self.place) return 'unknown';
  if (!exists(pid)) return 'dead';
  if (start === 'x' || self.start === null) return 'unknown';
  const now = processStat(pid);
  if (now === null) return 'unknown';
  // A zombie has ended; only its parent has not looked yet.
  return now.start === start && now.state !== 'Z' && now.state !== 'X' ? 'alive' : 'dead';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function ownStart(): string | null {
  try {
    // A /proc of another pid namespace numbers processes differently, and would call the living dead.
    if (readlinkSync('/proc/self') !== String(process.pid)) return null;
  } catch {
    return null;
  }
  return processStat(process.pid)?.start ?? null;
}

function ownPlace(): string {
  const parts = [hostname(), readOr('', () => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'))];
  parts.push(readOr('', () => readlinkSync('/proc/self/ns/pid')));
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 8);
}

function processStat(pid: number): { state: string; start: string } | null {
  const text = readOr('', () => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  // The command name, in parentheses, may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, start] = [fields[0], fields[19]];
  return state && start ? { state, start } : null;
}

function readOr(otherwise: string, read: () => string): string {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
