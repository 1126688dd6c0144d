import { spawn } from 'node:child_process';
import { displayPath, type Observation } from '@mam/state-guard';
import type { Probe, ProbeResult } from './probe.ts';

/** How long a watched command may take, in milliseconds. */
const TIME_BOUND = 10_000;
/** How much it may print, in bytes. */
const SIZE_BOUND = 16 * 1024 * 1024;

/** A command whose output is watched: each line an entry. */
export interface WatchedCommand {
  name: string;
  /** For `sh -c`. */
  command: string;
  /** The directory that it runs in. Default: that of the guard. */
  cwd?: string;
}

export interface CommandBounds {
  milliseconds?: number;
  bytes?: number;
}

/** The lines that a command printed, their bytes as latin1; or why it gave none. */
export type CommandLook = { lines: string[] } | { failure: string };

/** Watches a store behind a command, as `crontab -l`. It runs in the guard's own environment, at the baseline and after. */
export function commandProbe(
  { name, command }: WatchedCommand,
  env: NodeJS.ProcessEnv,
  cwd: string,
  bounds: CommandBounds = {},
): Probe<CommandLook> {
  const look = () => runBounded(command, env, cwd, bounds);
  return {
    name: 'command',
    look,
    async compare(before) {
      const now = await look();
      const path = `command:${name}`;
      if ('failure' in before) return notCovered(path, before.failure, 'at the baseline');
      if ('failure' in now) return notCovered(path, now.failure, 'after the run');
      return {
        observations: compareLines(path, before.lines, now.lines),
        notCovered: [],
        watched: [{ probe: 'command', path, entries: before.lines.length }],
        ignored: 0,
      };
    },
  };
}

function notCovered(path: string, failure: string, when: string): ProbeResult {
  return { observations: [], notCovered: [{ path, reason: `${failure} ${when}` }], watched: [], ignored: 0 };
}

/** Lines that went and lines that came, each as often as its number differs, in the order of the output. */
function compareLines(path: string, before: readonly string[], now: readonly string[]): Observation[] {
  return [
    ...surplus(before, now).map((line) => observation('removed', path, line)),
    ...surplus(now, before).map((line) => observation('added', path, line)),
  ];
}

function surplus(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

function observation(change: 'added' | 'removed', path: string, line: string): Observation {
  const shown = displayPath(line);
  const detail = shown.pathBase64 === undefined ? {} : { detail: { pathBase64: shown.pathBase64 } };
  return {
    change,
    entry: 'line',
    path: `${path}#${shown.path}`,
    probe: 'command',
    by: 'unknown',
    at: null,
    late: false,
    ...detail,
  };
}

function runBounded(command: string, env: NodeJS.ProcessEnv, cwd: string, bounds: CommandBounds): Promise<CommandLook> {
  const { milliseconds = TIME_BOUND, bytes = SIZE_BOUND } = bounds;
  return new Promise((resolve) => {
    // A group of its own, so that what the shell started ends with it at a bound.
    const child = spawn('/bin/sh', ['-c', command], { env, cwd, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    let output = '';
    let failure: string | null = null;
    const giveUp = (reason: string) => {
      failure ??= reason;
      endGroup(child.pid);
    };
    const timer = setTimeout(() => giveUp(`it gave no answer within ${milliseconds} ms`), milliseconds);
    child.stdout.setEncoding('latin1').on('data', (text: string) => {
      output += text;
      if (output.length > bytes) giveUp(`it printed over ${bytes} bytes`);
    });
    child.on('error', (error) => giveUp(`it cannot be started (${error.message})`));
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      const ending = signal ?? (status === 0 ? null : `exit status ${status}`);
      if (ending !== null) failure ??= `it ended with ${ending}`;
      resolve(failure === null ? { lines: linesOf(output) } : { failure });
    });
  });
}

function linesOf(output: string): string[] {
  return output === '' ? [] : output.replace(/\n$/, '').split('\n');
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
