import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { realPath } from '@mam/registry-paths';
import { markedProcesses, processStart } from '../settle/process-table.ts';
import { type NonceFile, readNonceFile, SANDBOX_PREFIX } from './nonce-file.ts';

/**
 * What guard sessions of this user left behind whose guard is gone without a verdict (killed, or the machine went down): a
 * sentence for each sandbox, with the processes of its run that still live. Nothing is removed: it may be in use.
 */
export function findLeftBehind(parents: readonly string[]): string[] {
  return [...new Set(parents.map(realPath))].flatMap((parent) =>
    namesIn(parent)
      .filter((name) => name.startsWith(SANDBOX_PREFIX))
      .map((name) => join(parent, name))
      .filter(isOwn)
      .flatMap(describe),
  );
}

function describe(path: string): string[] {
  const claim = readNonceFile(path);
  if (claim?.sessionId === undefined || claim.pid === undefined || isAlive(claim)) return [];
  const processes = markedProcesses(claim.sessionId).map(({ name, pid }) => `${name} (${pid})`);
  const living = processes.length === 0 ? '' : `, and ${processes.join(', ')} of its run still live`;
  return [
    `An earlier guard session ended without its clean-up and left ${path}${living}; check and remove it by hand.`,
  ];
}

function isAlive({ pid = 0, startedAt = null }: NonceFile): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return startedAt === null || processStart(pid) === startedAt;
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
