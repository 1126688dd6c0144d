import { join } from 'node:path';
import { ControlPlaneError, cannot } from '../errors.ts';
import { makePrivateDirectory, removeDirectories } from '../files/private-directory.ts';
import { withLock } from '../lock/lock.ts';
import { checkEventType, checkJobId } from '../names.ts';
import { quoted } from '../quoted.ts';
import { appendLine } from './append-line.ts';
import { type JobPlaces, resolvePlaces } from './places.ts';
import { readRecord } from './record.ts';

/** One line of `<logs>/<id>/events.jsonl`. */
export interface JobEvent {
  type: string;
  /** ISO 8601. */
  at: string;
  /** Anything that JSON can say; absent when the event had none. */
  data?: unknown;
}

export interface EventOptions extends JobPlaces {
  id: string;
  type: string;
  data?: unknown;
}

export interface AppendedEvent {
  event: JobEvent;
  /** `<logs>/<id>/events.jsonl` */
  path: string;
}

/**
 * Appends an event to a job's audit log as one whole line, however many processes append at the same time. The job must
 * have a record.
 */
export async function appendEvent(options: EventOptions): Promise<AppendedEvent> {
  const { id, type, data } = options;
  checkJobId(id);
  checkEventType(type);
  const { registryDir, logsDir } = resolvePlaces(options);
  if (readRecord(registryDir, id) === null) {
    throw new ControlPlaneError('input', `there is no job ${quoted(id)} in ${registryDir}: see \`mam job list\``);
  }
  const path = join(logsDir, id, 'events.jsonl');
  const event: JobEvent = { type, at: new Date().toISOString(), ...(data === undefined ? {} : { data }) };
  try {
    const made = makePrivateDirectory(join(logsDir, id));
    try {
      await withLock(path, (lock) => {
        lock.assertHeld();
        appendLine(path, JSON.stringify(event));
      });
    } catch (error) {
      removeDirectories(made);
      throw error;
    }
  } catch (error) {
    throw cannot(`append an event to ${path}`, error);
  }
  return { event, path };
}
