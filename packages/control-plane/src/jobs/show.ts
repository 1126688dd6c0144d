import { join } from 'node:path';
import { ControlPlaneError, cannot } from '../errors.ts';
import { readText } from '../files/read-text.ts';
import { checkJobId } from '../names.ts';
import { quoted } from '../quoted.ts';
import type { JobEvent } from './event.ts';
import { type JobPlaces, resolvePlaces } from './places.ts';
import { type ReadRecord, readRecord, recordPath } from './record.ts';

/** A job with its audit log. */
export interface ShownJob extends ReadRecord {
  /** `<registry>/<id>.json` */
  recordPath: string;
  /** `<logs>/<id>`, whether it exists or not. */
  logDir: string;
  /** What `meta.json` says; null when there is none, or when it is not JSON. */
  meta: unknown;
  events: JobEvent[];
  /** How many lines of the events are not an event: torn, or of another writer. */
  otherLines: number;
}

/** One job of the registry. An id that has no record is an error. */
export function showJob(id: string, places: JobPlaces = {}): ShownJob {
  checkJobId(id);
  const { registryDir, logsDir } = resolvePlaces(places);
  const job = readRecord(registryDir, id);
  if (job === null) {
    throw new ControlPlaneError('input', `there is no job ${quoted(id)} in ${registryDir}: see \`mam job list\``);
  }
  const logDir = join(logsDir, id);
  const lines = textOf(join(logDir, 'events.jsonl'))
    .split('\n')
    .filter((line) => line !== '');
  const events = lines.map(parseJson).filter(isEvent);
  return {
    ...job,
    recordPath: recordPath(registryDir, id),
    logDir,
    meta: parseJson(textOf(join(logDir, 'meta.json'))) ?? null,
    events,
    otherLines: lines.length - events.length,
  };
}

function textOf(path: string): string {
  try {
    return readText(path)?.text ?? '';
  } catch (error) {
    throw cannot(`read ${path}`, error);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEvent(value: unknown): value is JobEvent {
  if (typeof value !== 'object' || value === null) return false;
  return 'type' in value && typeof value.type === 'string' && 'at' in value && typeof value.at === 'string';
}
