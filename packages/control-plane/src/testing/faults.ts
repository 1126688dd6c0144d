import { createRequire, syncBuiltinESMExports } from 'node:module';

/** What happens at a step: the process is killed, or the step fails with this errno. */
export type Fault = 'kill' | 'EIO';

const MAKING = [
  'mkdirSync',
  'openSync',
  'writeSync',
  'fsyncSync',
  'linkSync',
  'renameSync',
  'writeFileSync',
  'fchmodSync',
];
const REMOVING = ['rmSync', 'rmdirSync', 'ftruncateSync'];

type Call = (...args: unknown[]) => unknown;

let armed: { fault: Fault; step: number } | null = null;
let steps = 0;

/**
 * From now on, the step of this number that changes the file system meets a fault, once. Steps are counted from 1; those
 * that take something away are counted for `kill` only, because nothing else makes them fail.
 */
export function arm(fault: Fault, step: number): void {
  armed = { fault, step };
  steps = 0;
}

/** Ends it. Returns whether the step was reached. */
export function disarm(): boolean {
  const reached = armed !== null && steps >= armed.step;
  armed = null;
  return reached;
}

/** Puts the faults under `node:fs`, for the whole process. For children of tests. */
export function installFaults(): void {
  const fs = createRequire(import.meta.url)('node:fs') as Record<string, Call>;
  for (const name of [...MAKING, ...REMOVING]) {
    const original = fs[name] as Call;
    fs[name] = (...args) => {
      if (isStep(name, args)) meet(name, args, original);
      return original(...args);
    };
  }
  syncBuiltinESMExports();
}

function isStep(name: string, args: unknown[]): boolean {
  if (armed === null || (armed.fault !== 'kill' && REMOVING.includes(name))) return false;
  if (name === 'openSync' && !opensForWriting(args[1])) return false;
  steps += 1;
  return steps === armed.step;
}

function meet(name: string, args: unknown[], original: Call): void {
  const fault = armed?.fault ?? '';
  // Half of what was to be written gets there first.
  if (name === 'writeSync') original(args[0], (args[1] as Uint8Array).subarray(0, 10));
  if (fault === 'kill') process.kill(process.pid, 'SIGKILL');
  throw Object.assign(new Error(`${fault}: injected, ${name}`), { code: fault, errno: -1, syscall: name });
}

function opensForWriting(flags: unknown): boolean {
  return typeof flags === 'string' ? flags !== 'r' : ((flags as number) & 3) !== 0;
}
