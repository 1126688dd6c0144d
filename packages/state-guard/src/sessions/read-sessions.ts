import { readBounded } from '../files/read-bounded.ts';
import { readYaml } from './read-yaml.ts';
import { salvageNames } from './salvage.ts';
import { scanLines } from './scan-lines.ts';

/** What a sessions file says. */
export interface SessionsRead {
  /** `missing` counts as empty. */
  state: 'read' | 'missing' | 'unreadable';
  /** Bare names of the agent sessions. */
  names: Set<string>;
  /** Why the file was not read, or not wholly: an errno name, or a sentence. */
  problem: string | null;
  /** There is nothing in the file, or its last line is not ended: so looks one that is just written in place. */
  unended?: true;
}

/** A larger file is not read at all. */
const LARGEST_BYTES = 128 * 1024 * 1024;

/** Reads a sessions file: line by line when it has the shape that programs write, else as YAML, else what can be saved. */
export function readSessions(path: string): SessionsRead {
  const file = readBounded(path, LARGEST_BYTES);
  if (file.state === 'missing') return { state: 'missing', names: new Set(), problem: null };
  if (file.state === 'unreadable') return { state: 'unreadable', names: new Set(), problem: sentence(file.reason) };
  const text = file.bytes.toString('utf8');
  const ended = ENDED.test(text.slice(-1)) ? {} : { unended: true as const };
  const scanned = scanLines(text);
  if (scanned !== null) return { state: 'read', names: scanned, problem: null, ...ended };
  const { names, problem } = readYaml(text);
  if (problem !== null) for (const name of salvageNames(text)) names.add(name);
  return { state: 'read', names, problem: problem && `${problem}; only the names that could be read count`, ...ended };
}

/** The end of a line, or of a list or mapping in brackets. */
const ENDED = /[\n\]}]/;

function sentence(reason: string): string {
  return /^[A-Z0-9]+$/.test(reason) ? reason : `it ${reason}`;
}
