import { realPath } from '@mam/registry-paths';
import { cannot } from '../errors.ts';
import { readText } from '../files/read-text.ts';
import { type SessionEntry, SessionsDocument } from './document.ts';

export interface SessionsFile {
  /** The real path, links followed. */
  path: string;
  exists: boolean;
  /** In the order of the file, of every top-level list. */
  sessions: SessionEntry[];
}

/** Reads a sessions file. One that does not exist has no sessions; one that is not valid is an error. */
export function readSessionsFile(path: string): SessionsFile {
  const real = realPath(path);
  try {
    const file = readText(real);
    const sessions = file === null ? [] : new SessionsDocument(file.text).entries();
    return { path: real, exists: file !== null, sessions };
  } catch (error) {
    throw cannot(`read the sessions file ${path}`, error);
  }
}
