import { lookLinks, pathBytes } from '@mam/state-guard';
import type { Containment } from '../../containment/containment.ts';
import { linksProbe } from '../../probes/links.ts';
import type { Probe } from '../../probes/probe.ts';
import type { SessionOptions } from '../options.ts';
import type { SessionPlan } from '../plan.ts';
import { makeProbe, type ProbeSpec, planProbes } from '../probes.ts';
import { registryPlaces } from '../registry-places.ts';
import { layerProbe } from './layer-probe.ts';

type TreeSpec = Extract<ProbeSpec, { name: 'tree' }>;

/**
 * The probes of a contained session: the layer says what the run did, the registry is looked at for what others do meanwhile,
 * and what could not be contained, because it does not exist yet, is observed.
 */
export function containedProbes(plan: SessionPlan, options: SessionOptions, containment: Containment): Probe[] {
  const specs = planProbes(plan, options);
  const isContained = (spec: ProbeSpec): spec is TreeSpec =>
    spec.name === 'tree' && containment.viewPath(spec.tree.root) !== null;
  const trees = specs.filter(isContained);
  const context = { env: plan.env, progress: options.progress };
  const rest = specs.filter((spec) => !isContained(spec)).map((spec) => makeProbe(spec, context));
  const looks = rest.map((probe) => (probe.name === 'registry' ? madeByOthers(probe, containment) : probe));
  const layer = layerProbe(containment, trees, registryPlaces(plan), plan.env);
  return [...looks, ...linksOutside(containment, trees), layer];
}

/** A link by which a directory was named lies beside what is contained: the run can still remove it, or turn it elsewhere. */
function linksOutside(containment: Containment, trees: readonly TreeSpec[]): Probe[] {
  const links = lookLinks(trees.flatMap(({ tree }) => tree.spelled));
  const outside = links.filter(({ path }) => containment.viewBytes(path) === null).map(({ spelled }) => spelled);
  return outside.length === 0 ? [] : [linksProbe(outside) as Probe];
}

/** What changes on a contained directory itself was done by others: the run cannot write there. */
function madeByOthers(probe: Probe, containment: Containment): Probe {
  return {
    ...probe,
    async compare(before) {
      const result = await probe.compare(before);
      const observations = result.observations.map((observation) =>
        containment.viewBytes(pathBytes(observation)) === null
          ? observation
          : { ...observation, by: 'others' as const },
      );
      return { ...result, observations };
    },
  };
}
