import { pathBytes } from '../bytes/display-path.ts';
import type { Observation } from '../model.ts';
import { asRegistry } from './as-registry.ts';
import { placeFinder, type RegistryPlaces } from './place-of.ts';
import { readJobFacts } from './read-job-facts.ts';

/**
 * Joins the observations of trees with those of the registry, so that what belongs to the registry is found once: a record
 * or an audit log that both saw is the registry's, and so is a sessions file whose agent sessions came or went.
 */
export function joinRegistry(
  trees: readonly Observation[],
  registry: readonly Observation[],
  places: RegistryPlaces,
): Observation[] {
  if (trees.length === 0) return [...registry];
  const seen = new Set(registry.map(key));
  const logs = registry.filter(({ entry }) => entry === 'audit-log').map((observation) => `${pathBytes(observation)}/`);
  const files = new Set(registry.filter(({ entry }) => entry === 'agent-session').map(fileOf));
  const placeOf = placeFinder(places);
  const named = asRegistry(trees, places, (id) => readJobFacts(id, places));
  const rest = named.filter((observation) => {
    const path = pathBytes(observation);
    if (seen.has(key(observation)) || logs.some((log) => path.startsWith(log))) return false;
    return !(placeOf(path)?.part === 'sessions-file' && files.has(path));
  });
  return [...registry, ...rest];
}

function key(observation: Observation): string {
  return `${observation.change} ${pathBytes(observation)}`;
}

/** The sessions file of an agent session, whose path is `<sessions file>#<agent session>`; a byte string. */
function fileOf(observation: Observation): string {
  const path = pathBytes(observation);
  const name = Buffer.from(observation.session ?? '', 'utf8').toString('latin1');
  return path.endsWith(`#${name}`) ? path.slice(0, -name.length - 1) : path;
}
