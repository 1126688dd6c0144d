import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Verdict } from '@mam/state-guard';
import type { FieldCase, Mode } from './field-case.ts';
import { type Listing, listTrees } from './listing.ts';
import { MAM, type Machine, makeMachine, placed } from './machine.ts';
import type { User } from './user.ts';

/** What came of a case. */
export interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
  /** Null when the guard wrote none. */
  report: Verdict | null;
  /** The machine's places, by name. */
  places: Machine['places'];
  /** The live state: all that is watched, and the control plane. */
  before: Listing;
  after: Listing;
}

/** Milliseconds until a guard that does not end is killed, so that its machine can be removed. */
const BOUND = 60_000;

/** Runs a case on a machine of its own, which goes after `use`. */
export async function runCase<T>(
  fieldCase: FieldCase,
  { mode, user }: { mode: Mode; user: User },
  use: (outcome: Outcome) => T,
): Promise<T> {
  const machine = makeMachine(user, fieldCase.before);
  try {
    return use(await runOn(machine, fieldCase, mode, user));
  } finally {
    machine.remove();
  }
}

async function runOn(machine: Machine, fieldCase: FieldCase, mode: Mode, user: User): Promise<Outcome> {
  const { dir, places, env } = machine;
  const watched = (fieldCase.watch ?? []).map((path) => placed(places, path));
  const roots = [...watched, ...['$PLANE', ...(fieldCase.alsoLive ?? [])].map((path) => placed(places, path))];
  const before = listTrees(roots);
  const script = `: > "$T/up"\n${fieldCase.live}`;
  const live = fieldCase.live === undefined ? null : start(user, ['bash', '-c', script], { cwd: dir, env });
  try {
    if (live !== null) await up(dir, live);
    const report = join(dir, 'report.json');
    const flags = [...(fieldCase.flags ?? []), ...(fieldCase.flagsIn?.[mode] ?? [])].map((flag) =>
      placed(places, flag),
    );
    const words = ['run', '--mode', mode, ...watched.flatMap((path) => ['-w', path]), ...flags, '--json', report];
    const guard = start(user, [process.execPath, MAM, ...words, '--', 'bash', '-c', fieldCase.run], {
      cwd: join(dir, 'checkout'),
      env,
    });
    const ended = await end(guard);
    const verdict = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Verdict) : null;
    if (verdict !== null) endSurvivors(verdict);
    await stop(dir, live);
    return { ...ended, report: verdict, places, before, after: listTrees(roots) };
  } finally {
    await stop(dir, live);
  }
}

function start(
  user: User,
  command: readonly [string, ...string[]],
  options: { cwd: string; env: Record<string, string> },
): ChildProcess {
  const [word, ...args] = user.words(command);
  return spawn(word, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
}

function end(child: ChildProcess): Promise<Pick<Outcome, 'status' | 'stdout' | 'stderr'>> {
  const result = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (result.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (result.stderr += text));
  const timer = setTimeout(() => child.kill('SIGKILL'), BOUND);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    // What outlives the command may hold its streams open.
    child.on('exit', (status) => {
      clearTimeout(timer);
      const drained = setTimeout(() => resolve({ status, ...result }), 500);
      child.on('close', () => {
        clearTimeout(drained);
        resolve({ status, ...result });
      });
    });
  });
}

/** A guard that learns what is idle must not have begun before the live processes. */
async function up(dir: string, live: ChildProcess): Promise<void> {
  while (!existsSync(join(dir, 'up')) && live.exitCode === null && live.signalCode === null) await sleep(5);
}

async function stop(dir: string, live: ChildProcess | null): Promise<void> {
  writeFileSync(join(dir, 'stop'), '');
  if (live !== null && live.exitCode === null && live.signalCode === null) await end(live);
}

/** The guard ends no process; the test does. */
function endSurvivors({ survivors }: Verdict): void {
  for (const { pid, ended } of survivors) {
    if (ended) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}
