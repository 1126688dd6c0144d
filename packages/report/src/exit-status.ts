import { constants } from 'node:os';
import type { Verdict } from '@mam/state-guard';

export interface ExitStatusOptions {
  /** Suspects fail as leaks do. */
  strict?: boolean | undefined;
}

/**
 * The exit status of a guarded run: the command's own if it is not 0 (128+n for a signal), else 3 for leaks (suspects
 * too when strict), else 4 when something could not be looked at, else 0. A command without an outcome is incomplete;
 * a session without a command (`command` is empty) is judged by its findings alone.
 */
export function verdictExitStatus(verdict: Verdict, { strict = false }: ExitStatusOptions = {}): number {
  const { command, exitCode, signal, leaks, suspects, notCovered } = verdict;
  if (signal !== null) return 128 + signalNumber(signal);
  if (exitCode !== null && exitCode !== 0) return exitCode;
  if (verdict.verdict === 'leaks' || leaks.length > 0 || (strict && suspects.length > 0)) return 3;
  const lost = command.length > 0 && exitCode === null;
  if (verdict.verdict === 'incomplete' || notCovered.length > 0 || lost) return 4;
  return 0;
}

/** A signal that this platform does not know counts as 0. */
function signalNumber(name: string): number {
  return Object.entries(constants.signals).find(([known]) => known === name)?.[1] ?? 0;
}
