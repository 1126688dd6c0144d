import { chmodSync, lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { realPath } from '@mam/registry-paths';
import { isInside, type Sandbox } from './create.ts';
import { NONCE_FILE, readNonceFile } from './nonce-file.ts';
import { endTmuxServers } from './tmux-servers.ts';

const OWNER_ALL = 0o700n;

/** A directory with the proof of who made it. */
export type OwnedDirectory = Pick<Sandbox, 'path' | 'proof'>;

/** What became of a sandbox: removed, or kept with the reason in a sentence. */
export type Removal = { removed: true } | { removed: false; reason: string };

/**
 * Removes a sandbox, with proof that it is the one that was made: same directory, same nonce, no link on the way, no watched
 * root inside. Ends the tmux servers on sockets inside it first. Links are removed, never followed, and a file system that
 * was mounted inside is left alone. What cannot be proven stays, and so does what cannot be deleted.
 */
export async function removeSandbox(sandbox: OwnedDirectory, live: readonly string[] = []): Promise<Removal> {
  try {
    const doubt = whyNotOurs(sandbox, live);
    if (doubt === 'gone') return { removed: true };
    if (doubt !== null) return kept(sandbox, doubt);
    await endTmuxServers(sandbox.path);
    unlessGone(() => removeTree(Buffer.from(sandbox.path), sandbox.proof.dev));
    return { removed: true };
  } catch (error) {
    return kept(sandbox, (error as Error).message);
  }
}

function kept({ path }: OwnedDirectory, reason: string): Removal {
  return { removed: false, reason: `The sandbox ${path} was kept, because ${reason}; remove it by hand.` };
}

function whyNotOurs({ path, proof }: OwnedDirectory, live: readonly string[]): string | null {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) return 'gone';
  if (stat.dev !== proof.dev || stat.ino !== proof.ino) return 'another directory stands in its place';
  const claim = readNonceFile(path);
  if (claim === null) return `its ${NONCE_FILE} cannot be read, so nothing proves whose it is`;
  if (claim.nonce !== proof.nonce) return `its ${NONCE_FILE} is not the one that was written`;
  const inside = live.map(realPath).find((root) => isInside(root, path));
  return inside === undefined ? null : `the watched ${inside} lies inside it`;
}

function removeTree(path: Buffer, dev: bigint): void {
  const stat = lstatSync(path, { bigint: true });
  if (stat.dev !== dev) throw new Error(`${path.toString()} in it is a mount point`);
  // A suite may leave directories without write permission (module caches do); they are the sandbox's own.
  if ((stat.mode & OWNER_ALL) !== OWNER_ALL) chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true, encoding: 'buffer' })) {
    const child = Buffer.concat([path, Buffer.from('/'), entry.name]);
    unlessGone(() => (entry.isDirectory() ? removeTree(child, dev) : unlinkSync(child)));
  }
  rmdirSync(path);
}

/** What goes meanwhile needs not be removed: a server that was told to end takes its files with it in its own time. */
function unlessGone(remove: () => void): void {
  try {
    remove();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
