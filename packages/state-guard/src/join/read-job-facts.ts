import { lstatSync } from 'node:fs';
import { entryPath, fromText, toBytes } from '../bytes/bytes.ts';
import type { JobFacts } from '../model.ts';
import { factsOfMeta, factsOfRecord } from '../record/job-facts.ts';
import { readJobFile } from '../record/read-job-file.ts';
import type { RegistryPlaces } from './place-of.ts';

/**
 * What is known of a job: by its first record in watch order, else by the `meta.json` of its first audit log.
 *
 * @param id the job's id, as a byte string
 * @param view where a path is to be read instead, as the run saw it; byte strings
 */
export function readJobFacts(id: string, places: RegistryPlaces, view: (path: string) => string = asItIs): JobFacts {
  const records = places.registries.map((directory) => view(entryPath(fromText(directory), `${id}.json`)));
  const record = records.find(exists);
  if (record !== undefined) return factsOfRecord(readJobFile(record).file);
  const logs = places.auditLogs.map((directory) => view(entryPath(fromText(directory), id)));
  const log = logs.find(exists);
  if (log === undefined) return { hasRecord: false, problem: null, agentSession: null, prompt: null };
  return factsOfMeta(readJobFile(`${log}/meta.json`).file);
}

const asItIs = (path: string): string => path;

/** A directory that hides its entries has none, as far as a job goes: that it is not covered is said elsewhere. */
function exists(path: string): boolean {
  try {
    return lstatSync(toBytes(path), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
