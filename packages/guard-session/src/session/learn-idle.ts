import { setTimeout as sleep } from 'node:timers/promises';
import type { Probe } from '../probes/probe.ts';

/**
 * Learns which files change their content while nothing of the run exists yet: the paths that trees report as modified, or
 * as new, between two looks that lie so many milliseconds apart. An aborted wait learns what it saw until then.
 */
export async function learnIdle(
  probes: readonly Probe[],
  milliseconds: number,
  abort?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const trees = probes.filter(({ name }) => name === 'tree');
  const looks: unknown[] = [];
  for (const probe of trees) looks.push(await probe.look());
  await sleep(milliseconds, undefined, abort ? { signal: abort } : {}).catch(() => undefined);
  const idle = new Set<string>();
  for (const [index, probe] of trees.entries()) {
    const { observations } = await probe.compare(looks[index]);
    for (const { change, path } of observations) if (change !== 'removed') idle.add(path);
  }
  return idle;
}
