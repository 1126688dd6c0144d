import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Verdict } from '@mam/state-guard';

export const MAM: string = fileURLToPath(new URL('../../bin/mam.js', import.meta.url));

/** A machine in small: a checkout, and a live control plane elsewhere with the agent session `planner`. */
export interface Machine {
  dir: string;
  checkout: string;
  /** The live workspace and its control plane. */
  live: string;
  plane: string;
  /** An environment that is bound to the live plane, as a pane's. */
  env: Record<string, string>;
  remove(): void;
}

export function makeMachine(): Machine {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'mam-cli-')));
  const checkout = join(dir, 'checkout');
  const live = join(dir, 'live');
  const plane = join(live, '.mam');
  for (const path of [
    join(checkout, '.git'),
    join(plane, 'jobs'),
    join(plane, 'delegate_job_logs'),
    join(dir, 'home'),
    join(dir, 'tmp'),
  ]) {
    mkdirSync(path, { recursive: true });
  }
  writeFileSync(join(plane, 'agent-sessions.yaml'), 'herdr_sessions:\n- name: planner\n  agent: claude\n');
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: join(dir, 'home'),
    LANG: 'C.UTF-8',
    // tmux runs its panes by it; without it, by the login shell of whoever runs the tests.
    SHELL: '/bin/sh',
    TMPDIR: join(dir, 'tmp'),
    WORKSPACE_ROOT: live,
    MAM_JOBS_DIR: join(plane, 'jobs'),
    DELEGATE_JOB_LOGS_DIR: join(plane, 'delegate_job_logs'),
    AGENT_SESSIONS_YAML: join(plane, 'agent-sessions.yaml'),
  };
  return { dir, checkout, live, plane, env, remove: () => removeTree(dir) };
}

/**
 * A program that was just killed, or its child, may be at its last write, and a file that is made between the removal of
 * the others and that of the directory would make it fail. Under another name, no path leads into it any more.
 */
function removeTree(dir: string): void {
  const gone = `${dir}.gone`;
  renameSync(dir, gone);
  rmSync(gone, { recursive: true, force: true });
}

export interface MamResult {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface MamOptions {
  cwd?: string;
  env?: Record<string, string>;
  input?: string;
  /** Called with the guard as soon as it runs. */
  during?: (guard: ChildProcess) => void;
  /** Start the guard at the head of a process group of its own. */
  ownGroup?: boolean;
  /** Another way to start it: words before `node mam.js`. */
  through?: string[];
}

/** Runs the bundled program, as a user's shell does. */
export function mam(machine: Machine, args: string[], options: MamOptions = {}): Promise<MamResult> {
  const words = [...(options.through ?? []), process.execPath, MAM, ...args];
  const child = spawn(words[0] ?? '', words.slice(1), {
    cwd: options.cwd ?? machine.checkout,
    env: options.env ?? machine.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: options.ownGroup ?? false,
  });
  const result = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => (result.stdout += data));
  child.stderr.on('data', (data) => (result.stderr += data));
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  options.during?.(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => resolve({ status, signal, ...result }));
  });
}

export interface GuardedResult extends MamResult {
  report: Verdict;
}

/** `mam run` around a shell script, with its report. */
export async function guarded(
  machine: Machine,
  script: string,
  flags: string[] = [],
  options: MamOptions = {},
): Promise<GuardedResult> {
  return guardedCommand(machine, ['bash', '-c', script], flags, options);
}

/** `mam run` around any command, with its report. */
export async function guardedCommand(
  machine: Machine,
  command: string[],
  flags: string[] = [],
  options: MamOptions = {},
): Promise<GuardedResult> {
  const json = join(machine.dir, 'report.json');
  const result = await mam(machine, ['run', '--json', json, ...flags, '--', ...command], options);
  try {
    return { ...result, report: JSON.parse(readFileSync(json, 'utf8')) };
  } catch (error) {
    throw new Error(`no report; status ${result.status}, stderr:\n${result.stderr}`, { cause: error });
  }
}
