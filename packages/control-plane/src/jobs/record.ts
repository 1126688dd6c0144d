import { join } from 'node:path';
import { reasonOf } from '../errors.ts';
import { readText } from '../files/read-text.ts';

/** A job as its record says it, `<registry>/<id>.json`. */
export interface JobRecord {
  id: string;
  /** The kind of agent that is to do it, as in `claude`. */
  agent: string;
  /** The agent session that is to do it, as in `herdr:NAME`. */
  agent_session: string;
  prompt: string;
  /** `running` when submitted. */
  status: string;
  /** ISO 8601. */
  created_at: string;
}

/** What a record says, as far as it can be understood. */
export interface ReadRecord {
  id: string;
  /** The fields that are there and have the right type. */
  record: Partial<JobRecord>;
  /** Why the record cannot be understood, or null. */
  problem: string | null;
}

const FIELDS = ['id', 'agent', 'agent_session', 'prompt', 'status', 'created_at'] as const;

/** Reads one record of a registry; null when there is none. A record that cannot be understood is told, never thrown. */
export function readRecord(registryDir: string, id: string): ReadRecord | null {
  let text: string;
  try {
    const file = readText(recordPath(registryDir, id));
    if (file === null) return null;
    text = file.text;
  } catch (error) {
    return { id, record: {}, problem: `it cannot be read: ${reasonOf(error)}` };
  }
  return parseRecord(id, text);
}

export function recordPath(registryDir: string, id: string): string {
  return join(registryDir, `${id}.json`);
}

/** A record, or a `meta.json`, as it stands in its file. */
export function formatJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function parseRecord(id: string, text: string): ReadRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { id, record: {}, problem: 'it is not JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { id, record: {}, problem: 'it is not a JSON object' };
  }
  const record: Partial<JobRecord> = {};
  const wrong: string[] = [];
  for (const field of FIELDS) {
    const found = (value as Record<string, unknown>)[field];
    if (typeof found === 'string') record[field] = found;
    else wrong.push(field);
  }
  if (record.id !== undefined && record.id !== id) {
    return { id, record, problem: 'its id is not the name of its file' };
  }
  return { id, record, problem: wrong.length === 0 ? null : `${wrong.join(', ')}: missing or not a string` };
}
