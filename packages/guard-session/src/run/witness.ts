import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How long the witness's end may lag behind the guard's own signal, in milliseconds; where the system can tell, longer. */
const LAG = 150;

/** Tells a signal for the whole process group from one for the guard alone. */
export interface Witness {
  /** Whether the process group got this signal, as far as the witness lived to see it. */
  saw(signal: NodeJS.Signals): Promise<boolean>;
  stop(): void;
}

/**
 * A process beside the guard, in the same process group, that any signal ends. Node does not tell who sent a signal; but
 * what a terminal sends, it sends to the group, and then the witness ends of it too. It lives on a pipe from the guard, so
 * it goes with the guard, whatever ends that.
 */
export function startWitness(): Witness {
  let current = launch();
  return {
    async saw(signal) {
      const asked = current;
      const seen = (await asked.endedBy(LAG)) === signal;
      if (seen && asked === current) current = launch();
      return seen;
    },
    stop: () => current.stop(),
  };
}

interface Launched {
  endedBy(bound: number): Promise<NodeJS.Signals | null>;
  stop(): void;
}

function launch(): Launched {
  // No environment: the mark of an outer guard session must not make it look like a survivor of that one's command.
  const child: ChildProcess = spawn('/bin/cat', [], { stdio: ['pipe', 'ignore', 'ignore'], env: {} });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_code, signal) => resolve(signal));
    child.once('error', () => resolve(null));
  });
  child.stdin?.on('error', () => undefined);
  child.unref();
  return {
    endedBy: async (bound) =>
      // A busy machine may take long to end it, and to say so.
      (await Promise.race([ended, after(bound)])) ?? (isEnding(child) ? ended : null),
    stop: () => child.kill('SIGKILL'),
  };
}

function after(bound: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), bound));
}

/** Whether a signal has reached a process that has not acted on it yet, or it is a zombie. Only Linux tells. */
function isEnding({ pid }: ChildProcess): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return /^State:\s*[ZX]/m.test(status) || /^(SigPnd|ShdPnd):\s*0*[1-9a-f]/m.test(status);
  } catch {
    return false;
  }
}
