import { startWitness, type Witness } from './witness.ts';

/** Signals that ask a program to end or to act, as a person or a supervisor sends them. */
const PASSED_ON: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'];

/** Passes signals on from when it is made; `to` names the process, before control goes back to the event loop. */
export interface SignalsPassedOn {
  to(pid: number): void;
  stop(): void;
}

/**
 * Passes the guard's signals on to a process until it is stopped, and keeps the guard alive through them. A signal that the
 * whole process group got (Ctrl-C on a terminal, `kill -- -PGID`) reached the process already and is not given twice: so it
 * must be made before the process, of which every later signal then has a witness.
 */
export function passSignalsOn(): SignalsPassedOn {
  const witness = startWitness();
  let receiver: number | null = null;
  const listeners = PASSED_ON.map((signal) => {
    const listener = () => {
      if (receiver !== null) void passOn(receiver, signal, witness);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  return {
    to(pid) {
      receiver = pid;
    },
    stop() {
      for (const stop of listeners) stop();
      witness.stop();
    },
  };
}

async function passOn(pid: number, signal: NodeJS.Signals, witness: Witness): Promise<void> {
  if (await witness.saw(signal)) return;
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** Keeps the guard alive through the signals that it passes on elsewhere; tells the first one. Returns an undo. */
export function holdSignals(onSignal: (signal: NodeJS.Signals) => void): () => void {
  const listeners = PASSED_ON.map((signal) => {
    const listener = () => onSignal(signal);
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  return () => {
    for (const stop of listeners) stop();
  };
}
