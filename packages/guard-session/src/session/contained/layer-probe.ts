import type { Environment } from '@mam/registry-paths';
import { asRegistry, type Observation, type RegistryPlaces, readJobFacts, type Watched } from '@mam/state-guard';
import type { Containment } from '../../containment/containment.ts';
import type { Probe, ProbeResult } from '../../probes/probe.ts';
import type { ProbeSpec } from '../probes.ts';
import { agentSessionsOfRun, type NamesByFile, namesByFile } from './agent-sessions.ts';
import { explainLayer } from './explain-layer.ts';
import { layerRules } from './layer-rules.ts';
import { linkedPlaces } from './linked-places.ts';

type TreeSpec = Extract<ProbeSpec, { name: 'tree' }>;

/**
 * Sees what the run did to contained directories: exactly, from the layer that caught it, and at a cost that follows the
 * changes. What belongs to the registry is named so at once; `by` is the run.
 */
export function layerProbe(
  containment: Containment,
  trees: readonly TreeSpec[],
  places: RegistryPlaces,
  env: Environment,
): Probe<NamesByFile> {
  const linked = linkedPlaces(places);
  return {
    name: 'tree',
    // The layer is empty when the run starts; only names need a baseline, to tell the run's from what others do meanwhile.
    look: () => namesByFile(places.sessionsFiles),
    async compare(before): Promise<ProbeResult> {
      const rules = layerRules(trees);
      const { observations: all, besides, full, notCovered } = containment.readLayer({ skip: rules.skip });
      const { kept, dropped } = await explainLayer(containment, trees, env, all);
      const observations = kept.map(linked.asPlaced);
      const { sessions, files } = agentSessionsOfRun(containment, before, observations);
      const rest = observations.filter((observation) => !files.has(observation));
      const view = (path: string) => containment.viewBytes(linked.real(path)) ?? path;
      return {
        observations: [...asRegistry(rest, places, (id) => readJobFacts(id, places, view)), ...sessions],
        notCovered: full ? [...notCovered, FULL] : notCovered,
        watched: watchedOf(containment),
        ignored: rules.ignored() + dropped,
        notes: noteOn(besides),
        ownSessions: new Set(sessions.flatMap(({ session = '', change }) => (change === 'removed' ? [] : [session]))),
      };
    },
  };
}

const FULL = { path: 'the layer of the run', reason: 'it is full, so that the run may have been refused a write' };

function watchedOf({ plan }: Containment): Watched[] {
  const paths = plan.mounts.filter(({ submount }) => !submount).flatMap(({ watched }) => watched);
  // Nothing is counted: a look at the whole is what containment does without.
  return [...new Set(paths)].map((path) => ({ probe: 'tree', path, entries: 0 }));
}

/** A watched file is contained by its directory, and so is what lies beside it. */
function noteOn(besides: readonly Observation[]): string[] {
  const [first, ...others] = besides;
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return [
    `What the run did beside a watched file was captured too, and never reached the live directory: ${first.path}${more}.`,
  ];
}
