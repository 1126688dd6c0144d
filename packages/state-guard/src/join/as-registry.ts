import { pathBytes } from '../bytes/display-path.ts';
import type { JobFacts, Observation } from '../model.ts';
import { placeFinder, type RegistryPlaces } from './place-of.ts';

/**
 * Names what a tree's observations are to the registry: a record, an audit log with all that is in it, a change inside an
 * audit log that stays. Whatever else was observed is left as it is.
 *
 * @param facts what is known of a job, by its id as a byte string
 */
export function asRegistry(
  observations: readonly Observation[],
  places: RegistryPlaces,
  facts: (id: string) => JobFacts,
): Observation[] {
  const placeOf = placeFinder(places);
  const placed = observations.map((observation) => ({ observation, place: placeOf(pathBytes(observation)) }));
  const whole = new Set(
    placed
      .filter(({ observation, place }) => place?.part === 'audit-log' && observation.change !== 'modified')
      .map(({ observation }) => pathBytes(observation)),
  );
  return placed.flatMap(({ observation, place }): Observation[] => {
    switch (place?.part) {
      case 'record':
        return [{ ...observation, entry: 'record', probe: 'registry', job: facts(place.id) }];
      case 'audit-log':
        return [{ ...observation, entry: 'audit-log', probe: 'registry', job: facts(place.id) }];
      case 'in-audit-log':
        // What came or went with its audit log is that one finding.
        return whole.has(place.auditLog) ? [] : [{ ...observation, job: facts(place.id) }];
      default:
        return [observation];
    }
  });
}
