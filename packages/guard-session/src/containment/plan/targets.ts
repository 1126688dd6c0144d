import { lstatSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { realPath } from '@mam/registry-paths';
import { errorCode, type NotCovered } from '@mam/state-guard';
import type { ContainMode } from '../mode.ts';
import { isWithin } from '../paths.ts';

/** What is to be mounted over, and what was asked for. Real paths. */
export interface Target {
  path: string;
  kind: 'directory' | 'file';
  /** The watched paths that it covers: itself, or the watched files and directories in it. */
  watched: string[];
}

export interface Targets {
  targets: Target[];
  observedOnly: NotCovered[];
  refused: NotCovered[];
}

/**
 * What to mount over for each watched path. A file is contained by its directory, and so is a link to one; in `read-only` it
 * stands for itself. Of targets in each other the outermost is kept, and covers the others.
 */
export function chooseTargets(paths: readonly string[], mode: ContainMode): Targets {
  const targets: Target[] = [];
  const observedOnly: NotCovered[] = [];
  const refused: NotCovered[] = [];
  for (const path of new Set(paths.map(realPath))) {
    const found = targetOf(path, mode);
    if ('path' in found) targets.push(found);
    else if (found.absent) observedOnly.push({ path, reason: found.reason });
    else refused.push({ path, reason: found.reason });
  }
  if (mode === 'contain') targets.push(...linksToFiles(paths));
  const kept = outermost(targets);
  const covers = (path: string) => kept.find((target) => target.kind === 'directory' && isWithin(path, target.path));
  return {
    targets: kept,
    refused,
    observedOnly: observedOnly.filter(({ path }) => {
      const outer = covers(path);
      outer?.watched.push(path);
      return outer === undefined;
    }),
  };
}

/** A link to a watched file is a part of it: saved by renaming, the file would take the place of the link. */
function linksToFiles(paths: readonly string[]): Target[] {
  return paths.flatMap((path): Target[] => {
    const directory = realPath(dirname(path));
    const link = join(directory, basename(path));
    return directory !== '/' && isLinkToFile(link) ? [{ path: directory, kind: 'directory', watched: [link] }] : [];
  });
}

function isLinkToFile(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink() && statSync(path).isFile();
  } catch {
    // That it is not there, or cannot be looked at, is said of the path itself.
    return false;
  }
}

function targetOf(path: string, mode: ContainMode): Target | { absent: boolean; reason: string } {
  let stats: Stats;
  try {
    stats = statSync(path);
  } catch (error) {
    return whyNot(path, errorCode(error));
  }
  if (stats.isDirectory()) return rooted({ path, kind: 'directory', watched: [path] });
  if (mode === 'read-only') return { path, kind: 'file', watched: [path] };
  return rooted({ path: dirname(path), kind: 'directory', watched: [path] });
}

function whyNot(path: string, code: string): { absent: boolean; reason: string } {
  if (path.includes('\uFFFD')) {
    return { absent: false, reason: 'its real path is not UTF-8; watch it under a name that is, such as a bind mount' };
  }
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return { absent: true, reason: 'it does not exist yet, so there is nothing to mount over; it is observed' };
  }
  return { absent: false, reason: `it cannot be looked at (${code}); give the guard permission to` };
}

function rooted(target: Target): Target | { absent: boolean; reason: string } {
  if (target.path !== '/') return target;
  return {
    absent: false,
    reason: 'the root of the file system cannot be contained; watch the directories that matter',
  };
}

function outermost(targets: readonly Target[]): Target[] {
  const kept: Target[] = [];
  for (const target of targets.toSorted((a, b) => a.path.length - b.path.length)) {
    const outer = kept.find(
      ({ path, kind }) => path === target.path || (kind === 'directory' && isWithin(target.path, path)),
    );
    if (outer === undefined) kept.push({ ...target, watched: [...target.watched] });
    else outer.watched.push(...target.watched);
  }
  return kept;
}
