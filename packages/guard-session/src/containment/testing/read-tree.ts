import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A line for every entry of a tree, with all that a run could change of it: type, mode, owner, links, times, content. */
export function readTree(root: string): string[] {
  return describe(Buffer.from(root));
}

function describe(path: Buffer): string[] {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return [];
  const { mode, uid, gid, nlink, ino, mtimeNs, ctimeNs } = stats;
  const facts = [path.toString('latin1'), mode.toString(8), uid, gid, nlink, ino, mtimeNs, ctimeNs];
  if (stats.isFile()) facts.push(contentOf(path));
  if (stats.isSymbolicLink()) facts.push(readlinkSync(path, 'latin1'));
  const lines = [facts.map(String).join(' ')];
  if (!stats.isDirectory()) return lines;
  const names = readdirSync(path, { encoding: 'buffer' }).sort(Buffer.compare);
  for (const name of names) lines.push(...describe(Buffer.concat([path, Buffer.from('/'), name])));
  return lines;
}

function contentOf(path: Buffer): string {
  return createHash('sha1').update(readFileSync(path)).digest('hex');
}

/** The path of every entry of a tree, as a byte string. */
export function listTree(root: string): string[] {
  return listed(Buffer.from(root));
}

function listed(path: Buffer): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  const names = stats.isDirectory() ? readdirSync(path, { encoding: 'buffer' }) : [];
  return [path.toString('latin1'), ...names.flatMap((name) => listed(Buffer.concat([path, Buffer.from('/'), name])))];
}
