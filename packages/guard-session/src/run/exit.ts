/** How a guarded command ended. */
export interface CommandExit {
  /** Exit code; null when a signal ended it. */
  exitCode: number | null;
  /** Name of the signal that ended it. */
  signal: NodeJS.Signals | null;
  /** Why it could not be started, in a sentence; then `exitCode` is 127 (not found) or 126 (not executable). */
  startError: string | null;
}
