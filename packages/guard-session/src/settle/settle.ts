import type { Survivor } from '@mam/state-guard';
import { markedProcesses, type ProcessEntry } from './process-table.ts';

/** Milliseconds between two looks at the survivors: short at first, for what is just ending. */
const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 50;

export interface SettleOptions {
  sessionId: string;
  /** How long to wait for survivors, in milliseconds. */
  bound: number;
  /** Processes that are not waited for, though they carry the mark: whoever started them ends them later. */
  spare?: ((pid: number) => boolean) | undefined;
  /** Called once if there is anything to wait for, before the wait. */
  onSurvivors?: (survivors: readonly ProcessEntry[]) => void | Promise<void>;
}

/**
 * Waits for the processes of the run that outlived its command, no longer than the bound; returns at once when there are
 * none. Processes that a survivor starts meanwhile are waited for too.
 */
export async function settle(options: SettleOptions): Promise<Survivor[]> {
  const { sessionId, bound, spare = () => false } = options;
  const look = () => markedProcesses(sessionId).filter(({ pid }) => !spare(pid));
  let alive = look();
  if (alive.length === 0) return [];
  await options.onSurvivors?.(alive);
  const seen = new Map(alive.map((entry) => [key(entry), entry]));
  const end = Date.now() + bound;
  for (let pause = FIRST_PAUSE; alive.length > 0 && Date.now() < end; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, Math.max(1, end - Date.now()))));
    alive = look();
    for (const entry of alive) seen.set(key(entry), entry);
  }
  const left = new Set(alive.map(key));
  return [...seen.values()].map((entry) => ({ pid: entry.pid, name: entry.name, ended: !left.has(key(entry)) }));
}

function key({ pid, startedAt }: ProcessEntry): string {
  return `${pid} ${startedAt}`;
}
