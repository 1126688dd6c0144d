import type { Survivor } from '@mam/state-guard';
import { type Baseline, compareAll, type ProbeResult } from '../probes/probe.ts';
import { settle } from '../settle/settle.ts';

/** The second look, after the wait for what survived. */
export interface SettledComparison {
  results: ProbeResult[];
  /** The results at the command's end, when survivors were waited for; what is not in them came late. */
  atExit: ProbeResult[] | null;
  survivors: Survivor[];
}

/**
 * Waits for the survivors of a run, no longer than the bound, then compares.
 * @param sessionId The mark of the run's processes; null when they carry none, so that nothing can be waited for.
 * @param spare Processes that are not waited for.
 */
export async function settleAndCompare(
  sessionId: string | null,
  baselines: readonly Baseline[],
  bound: number,
  spare?: (pid: number) => boolean,
): Promise<SettledComparison> {
  let atExit: ProbeResult[] | null = null;
  const onSurvivors = async () => {
    atExit = await compareAll(baselines);
  };
  const survivors = sessionId === null ? [] : await settle({ sessionId, bound, spare, onSurvivors });
  return { results: await compareAll(baselines), atExit, survivors };
}
