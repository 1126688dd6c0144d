import { readdirSync } from 'node:fs';
import { cannot, errnoOf } from '../errors.ts';
import { type JobPlaces, resolvePlaces } from './places.ts';
import { type ReadRecord, readRecord } from './record.ts';

/** Every job of the registry, sorted by id, which is by time. A registry that does not exist has none. */
export function listJobs(places: JobPlaces = {}): ReadRecord[] {
  const { registryDir } = resolvePlaces(places);
  const ids = recordNames(registryDir).map((name) => name.slice(0, -'.json'.length));
  ids.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  // One that went away since the listing is no job any more.
  return ids.map((id) => readRecord(registryDir, id)).filter((job) => job !== null);
}

function recordNames(registryDir: string): string[] {
  try {
    return readdirSync(registryDir).filter((name) => name.endsWith('.json'));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw cannot(`list ${registryDir}`, error);
  }
}
