import { listJobs } from '@mam/control-plane';
import { onControlPlane } from '../../control-plane-failure.ts';
import { cut, table } from '../../output/table.ts';
import { type PlaceFlags, placesOf } from './places.ts';

export interface ListFlags extends PlaceFlags {
  json?: boolean;
}

/** `mam job list`: a table, or an array of records; one that cannot be understood has its `problem`. */
export async function list(flags: ListFlags): Promise<void> {
  const jobs = await onControlPlane(() => listJobs(placesOf(flags)));
  if (flags.json) {
    const records = jobs.map(({ id, record, problem }) => ({
      ...record,
      id,
      ...(problem === null ? {} : { problem }),
    }));
    process.stdout.write(`${JSON.stringify(records, null, 2)}\n`);
    return;
  }
  const rows = jobs.map(({ id, record, problem }) => [
    id,
    record.status ?? '-',
    record.agent ?? '-',
    record.agent_session ?? '-',
    record.created_at ?? '-',
    problem === null ? cut(record.prompt ?? '') : `(${problem})`,
  ]);
  process.stdout.write(table(['ID', 'STATUS', 'AGENT', 'AGENT SESSION', 'CREATED', 'PROMPT'], rows));
}
