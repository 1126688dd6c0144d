import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the name of every sandbox begins. */
export const SANDBOX_PREFIX = 'mam-';
/** Name of the file that proves whose a sandbox is. */
export const NONCE_FILE = '.mam-sandbox';

/** What it holds. */
export interface NonceFile {
  nonce: string;
  /** The guard session whose sandbox it is; absent when no process of the guard lives as long as the sandbox. */
  sessionId?: string;
  pid?: number;
  startedAt?: string | null;
  /** Where the process id means something: a container that shares the directory has others. */
  pidNamespace?: string | null;
}

/** Reads the nonce file of a directory; null when there is none, or one that no guard wrote. */
export function readNonceFile(directory: string): NonceFile | null {
  try {
    const data: unknown = JSON.parse(readFileSync(join(directory, NONCE_FILE), 'utf8'));
    return typeof data === 'object' && data !== null && 'nonce' in data ? (data as NonceFile) : null;
  } catch {
    return null;
  }
}
