import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { realPath } from '@mam/registry-paths';
import { cannot, errnoOf } from '../errors.ts';
import { makePrivateDirectory, removeDirectories } from '../files/private-directory.ts';
import { readText } from '../files/read-text.ts';
import { replaceFile } from '../files/replace-file.ts';
import type { FileAccess } from '../files/temporary-file.ts';
import { type LockOptions, withLock } from '../lock/lock.ts';
import { accessOf } from './access.ts';
import { SessionsDocument } from './document.ts';

/** What an update did, for taking it back. */
export interface SessionsUpdate {
  /** The real path, links followed. */
  path: string;
  /** The text before; null when there was no file. */
  before: string | null;
  /** The text now; null when there still is no file. */
  after: string | null;
  /** Directories that were made for it. */
  made: string[];
}

/**
 * Edits a sessions file under its lock, and writes it in one step: readers see the text before or the text after. A file
 * that is not there is made 0600; one that is keeps its mode and owner, and a link to it stays a link. A file that is
 * not valid is never written, nor is a text that would not read back as what was meant, nor when `edit` throws.
 */
export async function updateSessionsFile(
  path: string,
  edit: (sessions: SessionsDocument) => void,
  options: LockOptions = {},
): Promise<SessionsUpdate> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await update(realPath(path), edit, options);
    } catch (error) {
      // Another process took back a directory that it had made.
      if (errnoOf(error) === 'ENOENT' && attempt < 16) continue;
      throw cannot(`update the sessions file ${path}`, error);
    }
  }
}

async function update(
  path: string,
  edit: (sessions: SessionsDocument) => void,
  options: LockOptions,
): Promise<SessionsUpdate> {
  const made = makePrivateDirectory(dirname(path));
  try {
    return await withLock(
      path,
      (lock) => {
        const file = readText(path);
        const before = file?.text ?? null;
        const after = edited(before ?? '', edit);
        if (after === null) return { path, before, after: before, made };
        lock.assertHeld();
        const access = file === null ? undefined : accessOf(file.stats);
        try {
          replaceFile(path, after, access);
        } catch (error) {
          putBack(path, before, after, access);
          throw error;
        }
        return { path, before, after, made };
      },
      options,
    );
  } catch (error) {
    removeDirectories(made);
    throw error;
  }
}

/** The text after an edit; null when the edit changes nothing. */
function edited(before: string, edit: (sessions: SessionsDocument) => void): string | null {
  const document = new SessionsDocument(before);
  const meantBefore = document.toJS();
  edit(document);
  const meant = document.toJS();
  if (isDeepStrictEqual(meant, meantBefore)) return null;
  const after = document.toString();
  if (!isDeepStrictEqual(new SessionsDocument(after).toJS(), meant)) {
    throw new Error('it holds YAML that cannot be written back unchanged; edit it by hand');
  }
  return after;
}

/** The file was replaced, and then the disk would not promise to keep it: as far as readers see, nothing happened. */
function putBack(path: string, before: string | null, after: string, access: FileAccess | undefined): void {
  try {
    if (readText(path)?.text !== after) return;
    if (before === null) rmSync(path);
    else replaceFile(path, before, access);
  } catch {
    // The error of the disk that led here is the one to tell.
  }
}
