import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { displayPath } from '@mam/state-guard';
import { GUARD_VARIABLES } from '../ambient/routing.ts';

/** How long to wait for a process that is in the middle of its exec, and how long between two looks, in milliseconds. */
const EXEC_BOUND = 200;
const EXEC_STEP = 1;
/** Flags of a process in `/proc/<pid>/stat`: it is ending; it is a thread of the kernel. Neither has an environment any more. */
const PF_EXITING = 0x4;
const PF_KTHREAD = 0x200000;

/** A running process, as far as the guard may say: never its arguments or environment. */
export interface ProcessEntry {
  pid: number;
  /** Command name, for people: what is unprintable in it is escaped. */
  name: string;
  /** The command name as a byte string. */
  nameBytes: string;
  /** What tells it from a later process with the same id. */
  startedAt: string;
  /** Milliseconds since it started. */
  ageMs: number;
}

/**
 * The running processes whose environment carries the mark of a guard session: those that the run started, and theirs,
 * unless one cleared its environment or changed its user. Linux reads `/proc`, other systems ask `ps`; where neither is to
 * be had, none is found.
 */
export function markedProcesses(sessionId: string): ProcessEntry[] {
  return process.platform === 'linux' ? fromProc(sessionId) : fromPs(sessionId);
}

/** What tells a running process from a later one with the same id; null when none runs, or the system does not say. */
export function processStart(pid: number): string | null {
  return readProcess(String(pid))?.startedAt ?? null;
}

/** What tells the process ids of this process from those of a container; null where the system has no such thing. */
export function ownPidNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

/** A running process by its id, as `/proc` has it; null when none runs or it cannot be read. */
export function readProcess(pid: string): ProcessEntry | null {
  try {
    return readStat(pid);
  } catch {
    return null;
  }
}

function fromProc(sessionId: string): ProcessEntry[] {
  const found: ProcessEntry[] = [];
  const look = (names: readonly string[]) =>
    names.filter((name) => {
      const entry = readEntry(name, sessionId);
      if (entry === 'in exec') return true;
      if (entry !== null) found.push(entry);
      return false;
    });
  let inExec = look(readdirSync('/proc').filter((name) => name.charCodeAt(0) <= 57 && name.charCodeAt(0) >= 48));
  // A machine that is busy leaves a process there for as long as it gives the processor to others.
  for (let waited = 0; inExec.length > 0 && waited < EXEC_BOUND; waited += EXEC_STEP) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EXEC_STEP);
    inExec = look(inExec);
  }
  return found.length === 0 ? found : withoutOwnLine(found);
}

/** Where a shell carries the mark (`mam env`), the guard does too, and so does what started it: those are not the run. */
function withoutOwnLine(found: ProcessEntry[]): ProcessEntry[] {
  const line = new Set<number>();
  for (let pid = process.pid; pid > 1 && !line.has(pid); pid = parentOf(pid)) line.add(pid);
  return found.filter(({ pid }) => !line.has(pid));
}

function parentOf(pid: number): number {
  try {
    return Number(statOf(String(pid)).fields[1]);
  } catch {
    return 0;
  }
}

function readEntry(name: string, sessionId: string): ProcessEntry | 'in exec' | null {
  try {
    const environ = readFileSync(`/proc/${name}/environ`, 'latin1');
    if (environ === '' && isInExec(name)) return 'in exec';
    if (!carriesMark(environ, sessionId)) return null;
    return readStat(name);
  } catch {
    // It ended meanwhile, or is another user's.
    return null;
  }
}

/**
 * Whether a process that showed no environment is replacing its program, or was a moment ago: until the kernel has laid out
 * the new one it tells no place of an environment. One that really is empty has a place. @throws what `node:fs` throws
 */
function isInExec(name: string): boolean {
  const { fields } = statOf(name);
  if (hasEnded(fields) || (Number(fields[6]) & (PF_EXITING | PF_KTHREAD)) !== 0) return false;
  const [start, end] = fields.slice(47);
  return start === '0' || start !== end;
}

/** @throws what `node:fs` throws */
function readStat(name: string): ProcessEntry | null {
  const { nameBytes, fields } = statOf(name);
  if (hasEnded(fields)) return null;
  const startedAt = fields[19] ?? '';
  return { pid: Number(name), ...named(nameBytes), startedAt, ageMs: ageOf(startedAt) };
}

/** What `/proc` says of a process: its command name, and the fields that follow it. @throws what `node:fs` throws */
function statOf(pid: string): { nameBytes: string; fields: string[] } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The command name stands in brackets and may hold brackets and spaces itself.
  const end = stat.lastIndexOf(')');
  return { nameBytes: stat.slice(stat.indexOf('(') + 1, end), fields: stat.slice(end + 2).split(' ') };
}

function hasEnded([state]: readonly string[]): boolean {
  return state === 'Z' || state === 'X';
}

function named(nameBytes: string): Pick<ProcessEntry, 'name' | 'nameBytes'> {
  return { name: displayPath(nameBytes).path, nameBytes };
}

/** The kernel counts a process's start in ticks since boot; to programs a tick is 10 ms on every architecture. */
function ageOf(ticks: string): number {
  const uptime = Number(readFileSync('/proc/uptime', 'latin1').split(' ')[0]) * 1000;
  return Math.max(0, Math.round(uptime - Number(ticks) * 10));
}

function carriesMark(environ: string, sessionId: string): boolean {
  if (!environ.includes(sessionId)) return false;
  return environ
    .split('\0')
    .some((entry) => entry.startsWith(`${GUARD_VARIABLES.session}=`) && entry.includes(sessionId));
}

function fromPs(sessionId: string): ProcessEntry[] {
  let table: string;
  try {
    // `-E` appends the environment of one's own processes on macOS.
    table = execFileSync('ps', ['-axwwE', '-o', 'pid=,lstart=,ucomm=,command='], {
      encoding: 'latin1',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    });
  } catch {
    return [];
  }
  const found: ProcessEntry[] = [];
  for (const line of table.split('\n')) {
    if (!line.includes(sessionId)) continue;
    const match = /^\s*(\d+)\s+(\S+\s+\S+\s+\d+\s+\S+\s+\d+)\s+(\S+)/.exec(line);
    if (match === null) continue;
    const startedAt = match[2] ?? '';
    const ageMs = Math.max(0, Date.now() - Date.parse(startedAt)) || 0;
    found.push({ pid: Number(match[1]), startedAt, ...named(match[3] ?? ''), ageMs });
  }
  return found;
}
