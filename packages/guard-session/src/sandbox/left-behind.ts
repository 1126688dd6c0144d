import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { markedProcesses, ownPidNamespace, processStart } from '../settle/process-table.ts';
import { type NonceFile, readNonceFile, SANDBOX_PREFIX } from './nonce-file.ts';

/** More than these are counted. */
const NAMED = 3;

/**
 * What guard sessions of this user left in a directory whose guard is gone without a verdict (killed, or the machine went
 * down): a sentence that names the sandboxes and the processes of their runs that still live, or null. Nothing is removed: it
 * may be in use.
 */
export function findLeftBehind(parent: string): string | null {
  const left = namesIn(parent)
    .filter((name) => name.startsWith(SANDBOX_PREFIX))
    .map((name) => join(parent, name))
    .filter(isOwn)
    .flatMap((path) => {
      const claim = readNonceFile(path);
      return claim !== null && isLeft(claim) ? [{ path, claim }] : [];
    });
  if (left.length === 0) return null;
  const who = left.length === 1 ? 'An earlier guard session' : `${left.length} earlier guard sessions`;
  const more = left.length > NAMED ? ` and ${left.length - NAMED} more` : '';
  return `${who} ended without clean-up and left ${left.slice(0, NAMED).map(describe).join(', ')}${more}; check and remove by hand.`;
}

interface LeftBehind {
  path: string;
  claim: NonceFile;
}

function describe({ path, claim: { sessionId = '' } }: LeftBehind): string {
  const processes = markedProcesses(sessionId).map(({ name, pid }) => `${name} (${pid})`);
  return processes.length === 0 ? path : `${path} (with ${processes.join(', ')} of its run still alive)`;
}

/** Whether the guard that claimed a sandbox is gone; not so where its process id means nothing here. */
function isLeft({ sessionId, pid, startedAt = null, pidNamespace = null }: NonceFile): boolean {
  if (sessionId === undefined || pid === undefined || pidNamespace !== ownPidNamespace()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  }
  return startedAt !== null && processStart(pid) !== startedAt;
}

function isOwn(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return false;
  return stat.uid === (process.getuid?.() ?? stat.uid);
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
