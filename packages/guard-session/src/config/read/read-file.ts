import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { GuardError } from '../../guard-error.ts';

/** The longest configuration that is read, in bytes. */
const LONGEST = 1024 * 1024;
const FOREIGN_WRITE = 0o002;

/**
 * The text of a configuration. It can name commands to run, so that it must be this user's, or root's own, and others must
 * not be able to write it. Under `sudo` it may be that of the user who called it.
 * @throws GuardError (usage) naming the file, what is wrong with it and the remedy.
 */
export function readConfigFile(file: string, callers: readonly number[] = trustedUsers()): string {
  const fd = open(file);
  try {
    const stats = fstatSync(fd);
    if (stats.isDirectory()) throw refused(file, 'is a directory; put a file in its place');
    if (!stats.isFile()) throw refused(file, 'is not a regular file; put one in its place');
    // A link of another user's can be turned to any file of this user's.
    for (const { uid } of [stats, lstatSync(file)]) checkOwner(file, uid, callers);
    checkMode(file, stats);
    if (stats.size > LONGEST) throw refused(file, `is ${stats.size} bytes long; the limit is ${LONGEST}`);
    return decode(file, readFileSync(fd));
  } finally {
    closeSync(fd);
  }
}

/** The users whose configuration is trusted; none where the system knows no users. */
function trustedUsers(): number[] {
  const uid = process.getuid?.();
  if (uid === undefined) return [];
  const caller = uid === 0 ? Number.parseInt(process.env.SUDO_UID ?? '', 10) : Number.NaN;
  return [uid, 0, ...(Number.isNaN(caller) ? [] : [caller])];
}

function open(file: string): number {
  try {
    // A pipe without a writer would block.
    return openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code;
    throw refused(file, `cannot be read (${why}); give a file that exists and is readable`, error);
  }
}

function checkOwner(file: string, uid: number, callers: readonly number[]): void {
  if (callers.length === 0 || callers.includes(uid)) return;
  throw refused(
    file,
    `belongs to another user (uid ${uid}) and could name commands; make it yours (chown), or a copy of it`,
  );
}

function checkMode(file: string, { mode }: Stats): void {
  if (process.platform === 'win32' || (mode & FOREIGN_WRITE) === 0) return;
  throw refused(file, 'can be written by every user and could name commands; take that away (chmod o-w)');
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw refused(file, 'is not UTF-8; write it as UTF-8', error);
  }
}

function refused(file: string, what: string, cause?: unknown): GuardError {
  return new GuardError('usage', `The configuration ${JSON.stringify(file)} ${what}.`, { cause });
}
