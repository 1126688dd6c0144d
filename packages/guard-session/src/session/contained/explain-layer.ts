import type { Environment } from '@mam/registry-paths';
import type { Observation } from '@mam/state-guard';
import type { Containment } from '../../containment/containment.ts';
import { pathOf } from '../../probes/meaning/content-only.ts';
import { type Explained, explain, lookAtMeaning } from '../../probes/meaning/meaning.ts';
import { isInside } from '../../sandbox/create.ts';
import type { ProbeSpec } from '../probes.ts';

type TreeSpec = Extract<ProbeSpec, { name: 'tree' }>;

/**
 * Takes out what the run did to a tree without changing what its files mean: against the live ones as they are now, which
 * the run did not write.
 */
export async function explainLayer(
  containment: Containment,
  trees: readonly TreeSpec[],
  env: Environment,
  observations: readonly Observation[],
): Promise<Explained> {
  const innermostFirst = trees.toSorted((a, b) => b.tree.root.length - a.tree.root.length);
  const treeOf = (observation: Observation) =>
    innermostFirst.find(({ tree }) => isInside(pathOf(observation), tree.root)) ?? null;
  const kept = new Set(observations);
  for (const spec of innermostFirst) {
    // What a live process changed meanwhile too is no rewrite of the run alone.
    const own = observations.filter((seen) => treeOf(seen) === spec && seen.detail?.liveMoved !== true);
    if (spec.meaning === undefined || own.length === 0) continue;
    const { root } = spec.tree;
    const live = await lookAtMeaning(spec.meaning, root, { env });
    const seen = await lookAtMeaning(spec.meaning, root, {
      env,
      view: (path) => containment.viewPath(path) ?? path,
      spawn: (command, args, options) => containment.spawn(command, args, options),
    });
    for (const observation of own) kept.delete(observation);
    for (const told of explain(spec.meaning, root, [live, seen], own).kept) kept.add(told);
  }
  return { kept: [...kept], dropped: observations.length - kept.size };
}
