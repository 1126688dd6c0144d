import { toBytes } from '../bytes/bytes.ts';
import { pause } from '../files/pause.ts';
import { readBounded } from '../files/read-bounded.ts';
import { type ParsedObject, parseObject } from './parse-object.ts';

/** A record or `meta.json` above this is not read: the prompt of a job is never as long. */
const LARGEST_BYTES = 4 * 1024 * 1024;
/** A file that was left alone for this long is not being written. */
const WRITING_MS = 2000;
/** Between two readings of what may be half written. */
const PAUSE_MS = 20;

/** What a record or a `meta.json` holds, or a phrase that says why not. */
export type JobFile = ParsedObject;

/**
 * Reads records, each once. Those that cannot be parsed and were changed just now may be half written by a live
 * delegation: they are read again until they can be, for at most `boundMs` in all.
 *
 * @param paths byte strings
 */
export function readJobFiles(paths: Iterable<string>, boundMs: number): Map<string, JobFile> {
  const files = new Map<string, JobFile>();
  let torn: string[] = [];
  for (const path of paths) {
    const read = readJobFile(path);
    files.set(path, read.file);
    if (read.beingWritten) torn.push(path);
  }
  for (const end = Date.now() + boundMs; torn.length > 0 && Date.now() < end; ) {
    pause(PAUSE_MS);
    torn = torn.filter((path) => {
      const read = readJobFile(path);
      files.set(path, read.file);
      return read.beingWritten;
    });
  }
  return files;
}

/** Reads one record or `meta.json` as it stands. */
export function readJobFile(path: string): { file: JobFile; beingWritten: boolean } {
  const read = readBounded(toBytes(path), LARGEST_BYTES);
  if (read.state === 'missing') {
    return { file: { problem: 'leads nowhere', torn: false }, beingWritten: false };
  }
  if (read.state === 'unreadable') {
    const problem = /^[A-Z0-9]+$/.test(read.reason) ? `cannot be read: ${read.reason}` : read.reason;
    return { file: { problem, torn: false }, beingWritten: false };
  }
  const file = parseObject(read.bytes);
  return { file, beingWritten: 'problem' in file && file.torn && Date.now() - read.changedAt < WRITING_MS };
}
