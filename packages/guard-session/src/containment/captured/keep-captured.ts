import { chmodSync, lchownSync, lutimesSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realPath } from '@mam/registry-paths';
import {
  entryKind,
  errorCode,
  fromText,
  fsPath,
  isDirectory,
  type Observation,
  type TreeEntry,
  toBytes,
  toText,
} from '@mam/state-guard';
import { GuardError } from '../../guard-error.ts';
import { observeView } from '../layer/read-layer.ts';
import type { Views } from '../namespace/views.ts';
import { isWithin } from '../paths.ts';
import { copySparse } from './copy-sparse.ts';

/** Name of the list of all that the run did, JSON lines, in a directory of captured files. */
export const CAPTURED_LIST = 'changes.jsonl';
/** Name of the directory of captured files, each at its real path. */
export const CAPTURED_FILES = 'files';

export interface KeptCaptured {
  /** The directory, real. */
  directory: string;
  /** How many files, links and directories were copied. */
  copied: number;
  /** How many removals the list names. */
  removed: number;
  /** Changes whose content could not be kept, with the reason. */
  skipped: { path: string; reason: string }[];
}

/**
 * Copies what the run wrote: `files/<real path>` for everything that is new or changed, and `changes.jsonl` with a line for
 * every change, removals too. The directory is made; it must be new or empty and outside of what is watched.
 * @throws GuardError (usage) for a directory that is neither, (incomplete) when it cannot be written
 */
export function keepCaptured(views: Views, directory: string): KeptCaptured {
  const kept: KeptCaptured = { directory: realPath(directory), copied: 0, removed: 0, skipped: [] };
  prepare(views, kept.directory);
  const files = fromText(join(kept.directory, CAPTURED_FILES));
  const late: { to: string; entry: TreeEntry }[] = [];
  const lines: string[] = [];
  for (const view of views.views) {
    for (const { observation, entry } of observeView(views, view, {}).observed) {
      lines.push(lineOf(observation));
      if (observation.change === 'removed') kept.removed++;
      if (entry?.after == null) continue;
      const { after, seen, path } = entry;
      const to = `${files}${path}`;
      const problem = copyEntry(seen, to, after);
      if (problem !== null) kept.skipped.push({ path: observation.path, reason: problem });
      else {
        kept.copied++;
        late.push({ to, entry: after });
      }
    }
  }
  writeFileSync(join(kept.directory, CAPTURED_LIST), lines.join(''), { mode: 0o600 });
  // Only now: a directory that may not be written to could not be filled, and filling it moves its time.
  for (const { to, entry } of late.reverse()) dress(to, entry);
  return kept;
}

function prepare(views: Views, directory: string): void {
  const root = views.plan.mounts.find(({ path }) => isWithin(fromText(directory), path));
  const name = JSON.stringify(directory);
  if (root !== undefined) {
    const watched = JSON.stringify(toText(root.path));
    throw new GuardError(
      'usage',
      `Captured files cannot be kept in ${name}, because it lies in the contained ${watched}; name a directory outside.`,
    );
  }
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    if (readdirSync(directory).length > 0) {
      throw new GuardError(
        'usage',
        `Captured files cannot be kept in ${name}, because it is not empty; name a new directory.`,
      );
    }
    mkdirSync(join(directory, CAPTURED_FILES), { mode: 0o700 });
  } catch (error) {
    if (GuardError.is(error)) throw error;
    throw new GuardError(
      'incomplete',
      `Captured files cannot be kept in ${name} (${errorCode(error)}); name a directory that can be written.`,
    );
  }
}

function lineOf({ change, entry, path, at, detail }: Observation): string {
  return `${JSON.stringify({ change, entry, path, at, detail })}\n`;
}

/** Copies one entry, a directory without what is in it. Returns why not, or null. */
function copyEntry(from: string, to: string, { mode, target }: TreeEntry): string | null {
  try {
    if (isDirectory(mode)) {
      mkdirSync(fsPath(to), { recursive: true, mode: 0o700 });
      return null;
    }
    const kind = entryKind(mode);
    if (kind !== 'file' && kind !== 'symlink')
      return `a ${kind === 'socket' ? 'socket' : 'special file'} has no content to keep`;
    mkdirSync(fsPath(dirname(to)), { recursive: true, mode: 0o700 });
    if (kind === 'file') copySparse(from, to);
    else symlinkSync(toBytes(target ?? ''), fsPath(to));
    return null;
  } catch (error) {
    return `it cannot be copied (${errorCode(error)})`;
  }
}

/** Mode, owner and time, as far as this process may set them. */
function dress(to: string, { mode, uid, gid, mtimeNs, target }: TreeEntry): void {
  const at = fsPath(to);
  const seconds = Number(mtimeNs) / 1e9;
  const steps = [
    () => lchownSync(at, uid, gid),
    () => (target === null ? chmodSync(at, mode & 0o777) : undefined),
    () => lutimesSync(at, seconds, seconds),
  ];
  for (const step of steps) {
    try {
      step();
    } catch {
      // The content is what counts; a user cannot give a file away.
    }
  }
}
