import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { type Holder, type Observation, pathBytes, toBytes } from '@mam/state-guard';
import { type ProcessEntry, readProcess } from '../settle/process-table.ts';
import { listeningSockets } from './listening.ts';

/** The clock of process starts ticks in 10 ms, and is read beside another clock. */
const CLOCK_SLACK = 50;
/** Bound of looks at one process; then the last one counts. */
const MOST_LOOKS = 100;

/**
 * Which changed files are held open for writing by a process that is older than the run: that one may well have written
 * them. A holder that waits for connections is one that the run could have driven.
 *
 * Linux only (`/proc`), and only processes that this user may look into; elsewhere no holder is known. Costs nothing when no
 * file changed.
 * @param since when the run began, in milliseconds since the epoch
 */
export function findHolders(observations: readonly Observation[], since: number): ReadonlyMap<string, Holder> {
  const holders = new Map<string, Holder>();
  if (process.platform !== 'linux') return holders;
  const wanted = changedFiles(observations);
  if (wanted.size === 0) return holders;
  let listening: ReadonlySet<string> | null = null;
  for (const pid of runningProcesses()) {
    const held = heldForWriting(pid, wanted);
    const holder = held.length === 0 ? null : olderThan(since, pid);
    if (holder === null) continue;
    listening ??= listeningSockets();
    const drivable = waitsForConnections(pid, listening);
    for (const path of held) holders.set(path, { pid: holder.pid, name: holder.name, drivable });
  }
  return holders;
}

/** A process if it began before that time. A look that a busy machine held up tells no start, and is taken again. */
function olderThan(since: number, pid: string): ProcessEntry | null {
  for (let looks = 1; ; looks++) {
    const before = Date.now();
    const found = readProcess(pid);
    const after = Date.now();
    if (found === null) return null;
    if (after - before > CLOCK_SLACK / 5 && looks < MOST_LOOKS) continue;
    return after - found.ageMs > since - CLOCK_SLACK ? null : found;
  }
}

/** Paths of changed or new regular files, by device and inode. */
function changedFiles(observations: readonly Observation[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const observation of observations) {
    const { probe, by, entry, change, path } = observation;
    if (probe !== 'tree' || by !== 'unknown' || entry !== 'file' || change === 'removed') continue;
    const identity = identityOf(toBytes(pathBytes(observation)));
    if (identity !== null) files.set(identity, [...(files.get(identity) ?? []), path]);
  }
  return files;
}

function identityOf(path: string | Buffer): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}

function runningProcesses(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
}

function descriptors(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`);
  } catch {
    return [];
  }
}

function heldForWriting(pid: string, wanted: ReadonlyMap<string, string[]>): string[] {
  return descriptors(pid).flatMap((fd) => {
    const paths = wanted.get(identityOf(`/proc/${pid}/fd/${fd}`) ?? '');
    return paths !== undefined && isForWriting(pid, fd) ? paths : [];
  });
}

function isForWriting(pid: string, fd: string): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'latin1'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & 0o3) !== 0;
  } catch {
    return false;
  }
}

function waitsForConnections(pid: string, listening: ReadonlySet<string>): boolean {
  return descriptors(pid).some((fd) => {
    const inode = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1];
    return inode !== undefined && listening.has(inode);
  });
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
