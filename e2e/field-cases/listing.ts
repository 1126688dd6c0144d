import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Everything that a directory tree holds: a line for each path, with type, mode, owner, time and a hash of the content. */
export type Listing = Map<string, string>;

/** Lists trees, whole; a root that is missing is not in it. Paths are latin1, so that no two names are one. */
export function listTrees(roots: readonly string[]): Listing {
  const listing: Listing = new Map();
  for (const root of roots) add(Buffer.from(root).toString('latin1'), listing);
  return listing;
}

/** Hash of a file's content. */
export function digest(path: string | Buffer): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function add(path: string, listing: Listing): void {
  const bytes = Buffer.from(path, 'latin1');
  const stat = lstatSync(bytes, { throwIfNoEntry: false, bigint: true });
  if (stat === undefined) return;
  const { mode, uid, gid, ino, mtimeNs } = stat;
  const content = stat.isFile() ? digest(bytes) : stat.isSymbolicLink() ? readlinkSync(bytes, 'latin1') : '';
  listing.set(path, `${mode.toString(8)} ${uid}:${gid} inode ${ino} at ${mtimeNs} ${content}`);
  if (!stat.isDirectory()) return;
  for (const name of readdirSync(bytes, 'latin1')) add(`${path}/${name}`, listing);
}
