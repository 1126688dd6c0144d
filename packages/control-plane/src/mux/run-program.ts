import { type ChildProcess, spawn } from 'node:child_process';
import type { Environment } from '@mam/registry-paths';
import { ControlPlaneError, errnoOf, reasonOf } from '../errors.ts';

export interface ProgramOptions {
  env: Environment;
  cwd?: string | undefined;
  /** Bound of the run, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export interface ProgramResult {
  /** Exit code; null when a signal ended the program. */
  status: number | null;
  stdout: string;
  stderr: string;
}

/** The program gave no answer, or one that is not understood, so that nobody knows what it did. */
export class UncertainError extends ControlPlaneError {
  constructor(message: string) {
    super('failed', message);
    this.name = 'UncertainError';
  }
}

const MOST_OUTPUT = 16 * 1024 * 1024;

/**
 * Runs a program of the PATH to its end, without a shell. One that is not there, or that cannot be started, is an error;
 * one that takes too long is ended with everything it started, and is a `UncertainError`.
 */
export function runProgram(program: string, args: readonly string[], options: ProgramOptions): Promise<ProgramResult> {
  const { env, cwd, timeoutMs, signal } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new ControlPlaneError('failed', 'interrupted'));
      return;
    }
    // Its own process group, so that what hangs can be ended whole.
    const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const giveUp = (why: string) => {
      endGroup(child);
      settle(() => reject(new UncertainError(`${program} ${args.slice(0, 4).join(' ')} … ${why}`)));
    };
    const interrupt = () => giveUp('was interrupted');
    const timer = setTimeout(() => giveUp(`gave no answer within ${timeoutMs} ms`), timeoutMs);
    signal?.addEventListener('abort', interrupt, { once: true });
    const settle = (how: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', interrupt);
      how();
    };
    const tooMuch = () => giveUp('printed more than 16 MiB');
    const [stdout, stderr] = [collect(child.stdout, tooMuch), collect(child.stderr, tooMuch)];
    child.on('error', (error) => settle(() => reject(notStarted(program, error))));
    child.on('close', (status) => settle(() => resolve({ status, stdout: stdout(), stderr: stderr() })));
  });
}

function collect(stream: ChildProcess['stdout'], tooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MOST_OUTPUT) tooMuch();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

function endGroup(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

function notStarted(program: string, error: Error): ControlPlaneError {
  if (errnoOf(error) === 'ENOENT') {
    return new ControlPlaneError('failed', `${program} is not on the PATH: install it, or choose another multiplexer`);
  }
  return new ControlPlaneError('failed', `cannot run ${program}: ${reasonOf(error)}`, { cause: error });
}
