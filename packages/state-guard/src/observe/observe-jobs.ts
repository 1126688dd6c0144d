import { entryPath } from '../bytes/bytes.ts';
import { displayPath } from '../bytes/display-path.ts';
import type { DirectoryLook } from '../look/directory-look.ts';
import type { ChangeDetail, JobFacts, Observation } from '../model.ts';
import { recordFinder } from '../record/find-record.ts';
import { factsOfMeta, factsOfRecord } from '../record/job-facts.ts';
import { type JobFile, readJobFile, readJobFiles } from '../record/read-job-file.ts';
import type { DirectoryChanges } from './directory-changes.ts';
import { cameAt, parentChange } from './entry-times.ts';

/** One record or audit log that came or went. */
interface JobChange {
  change: 'added' | 'removed';
  entry: 'record' | 'audit-log';
  directory: string;
  /** Name in it, as a byte string. */
  name: string;
}

/** The watched directories as they are now, in watch order. */
export interface Places {
  registries: readonly DirectoryLook[];
  auditLogs: readonly DirectoryLook[];
}

/** Reads what is known of every job whose record or audit log came or went. */
export function observeJobs(
  registries: readonly DirectoryChanges[],
  auditLogs: readonly DirectoryChanges[],
  places: Places,
  { since, rereadMs }: { since: number; rereadMs: number },
): Observation[] {
  const changes = [...list(registries, 'record'), ...list(auditLogs, 'audit-log')];
  const findRecord = recordFinder(places.registries);
  const recordOf = (job: JobChange): string | null =>
    job.entry === 'record' && job.change === 'added' ? pathOf(job) : findRecord(jobId(job));
  const records = changes.map(recordOf);
  const files = readJobFiles(new Set(records.filter((path) => path !== null)), rereadMs);
  return changes.map((job, i) => {
    const record = files.get(records[i] ?? '');
    return job.change === 'added' ? added(job, record, since) : removed(job, record, places);
  });
}

function list(directories: readonly DirectoryChanges[], entry: JobChange['entry']): JobChange[] {
  return directories.flatMap(({ directory, added, removed }) => [
    ...added.map((name): JobChange => ({ change: 'added', entry, directory, name })),
    ...removed.map((name): JobChange => ({ change: 'removed', entry, directory, name })),
  ]);
}

function added(job: JobChange, record: JobFile | undefined, since: number): Observation {
  const path = pathOf(job);
  const facts = record ? factsOfRecord(record) : factsOfMeta(readJobFile(`${path}/meta.json`).file);
  return observation(job, facts, cameAt(path, since), {});
}

function removed(job: JobChange, record: JobFile | undefined, places: Places): Observation {
  const facts = factsOfRemoved(job, record, places);
  return observation(job, facts, null, parentChange(job.directory));
}

/** Whose job it was: its audit log says it, or what is left of its records. */
function factsOfRemoved(job: JobChange, record: JobFile | undefined, places: Places): JobFacts {
  const hasRecord = record !== undefined;
  for (const { path } of places.auditLogs) {
    const facts = factsOfMeta(readJobFile(`${entryPath(path, jobId(job))}/meta.json`).file);
    if (facts.agentSession !== null) return { ...facts, hasRecord };
  }
  return record ? factsOfRecord(record) : { hasRecord, problem: null, agentSession: null, prompt: null };
}

function observation(job: JobChange, facts: JobFacts, at: string | null, detail: ChangeDetail): Observation {
  const { path, pathBase64 } = displayPath(pathOf(job));
  if (pathBase64 !== undefined) detail.pathBase64 = pathBase64;
  const { change, entry } = job;
  return { change, entry, path, probe: 'registry', by: 'unknown', at, late: false, job: facts, detail };
}

function pathOf({ directory, name }: JobChange): string {
  return entryPath(directory, name);
}

function jobId({ entry, name }: JobChange): string {
  return entry === 'record' ? name.slice(0, -'.json'.length) : name;
}
