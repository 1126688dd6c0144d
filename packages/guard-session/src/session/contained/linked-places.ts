import { realPath } from '@mam/registry-paths';
import { displayPath, fromText, type Observation, pathBytes, type RegistryPlaces } from '@mam/state-guard';
import { isWithin } from '../../containment/paths.ts';

/** Parts of a control plane that are links: a layer knows them by their real paths. Byte strings. */
export interface LinkedPlaces {
  /** The real path of what lies in a part. */
  real(path: string): string;
  /** An observation at the path by which the control plane knows it. */
  asPlaced(observation: Observation): Observation;
}

/** Finds out where the parts lie, once, before the run. */
export function linkedPlaces({ registries, auditLogs, sessionsFiles }: RegistryPlaces): LinkedPlaces {
  const links = [...registries, ...auditLogs, ...sessionsFiles]
    .map((path) => ({ path: fromText(path), real: fromText(realPath(path)) }))
    .filter(({ path, real }) => path !== real);
  return {
    real(path) {
      const link = links.find((each) => isWithin(path, each.path));
      return link === undefined ? path : link.real + path.slice(link.path.length);
    },
    asPlaced(observation) {
      const bytes = pathBytes(observation);
      const link = links.find((each) => isWithin(bytes, each.real));
      if (link === undefined) return observation;
      const { pathBase64: _, ...detail } = observation.detail ?? {};
      const { path, pathBase64 } = displayPath(link.path + bytes.slice(link.real.length));
      return { ...observation, path, detail: { ...detail, ...(pathBase64 !== undefined && { pathBase64 }) } };
    },
  };
}
