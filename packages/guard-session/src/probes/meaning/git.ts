import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { Environment } from '@mam/registry-paths';
import type { Observation } from '@mam/state-guard';
import { isContentOnly, pathOf } from './content-only.ts';
import { branchOf, checkedOut } from './git-refs.ts';

/** The repository of a checkout. Real paths. */
export interface GitPlace {
  gitDir: string;
  commonDir: string;
  /** Git directories of the worktrees beside it, at the baseline. */
  siblings: readonly string[];
}

/** What a repository says. */
export interface GitLook {
  /** A digest of what is staged; null when git could not tell. */
  index: string | null;
  /** What each ref points to; null when git could not tell. */
  refs: Record<string, string> | null;
  /** Branches that the siblings have checked out. */
  foreign: string[];
}

/** How git is run: elsewhere than here, in the namespace of a contained run. */
export interface GitRunner {
  env: Environment;
  spawn?: (command: string, args: string[], options: Pick<SpawnOptions, 'stdio'> & SpawnPlace) => ChildProcess;
}

interface SpawnPlace {
  cwd: string;
  env: NodeJS.ProcessEnv;
}

const TIME_BOUND = 10_000;

/** Reads the index and the refs through git. Writes nothing: no index is refreshed, no hook is run. */
export async function lookAtGit({ gitDir, siblings }: GitPlace, runner: GitRunner): Promise<GitLook> {
  const staged = await git(gitDir, ['ls-files', '--stage', '-v', '-z'], runner);
  const refs = await git(gitDir, ['for-each-ref', '--format=%(refname) %(objectname) %(symref)'], runner);
  return {
    index: staged === null ? null : createHash('sha256').update(staged).digest('base64'),
    refs: refs === null ? null : Object.fromEntries(refs.toString().split('\n').filter(Boolean).map(parseRef)),
    foreign: [...checkedOut(siblings)],
  };
}

/**
 * Takes out what says nothing: an index whose stamps were refreshed, refs that were packed, files that were written again
 * with the same bytes; and refs of branches that siblings have checked out.
 */
export function explainGit(
  place: GitPlace,
  before: GitLook,
  now: GitLook,
  observations: readonly Observation[],
): Observation[] {
  const foreign = new Set([...before.foreign, ...now.foreign]);
  const isForeign = (ref: string) => foreign.has(branchOf(ref) ?? '');
  const refs = changedRefs(before.refs, now.refs, isForeign);
  const kept = observations.filter((observation) => {
    // Git writes a file beside and renames it, also when nothing in it changes.
    if (isContentOnly(observation) && observation.detail?.sameBytes === true) return false;
    const at = placeOf(place, pathOf(observation));
    if (at === 'index') return !(isContentOnly(observation) && before.index !== null && before.index === now.index);
    if (at === null || at === 'packed') return true;
    if (isForeign(at.ref)) return false;
    return at.log || refs === null || refs.says(at.ref, observation);
  });
  if (refs === null) return kept;
  const told = new Set(kept.map((observation) => refOf(place, observation)));
  const packed = [...refs.changed].filter((ref) => !told.has(ref));
  return kept.flatMap((observation) => {
    if (placeOf(place, pathOf(observation)) !== 'packed') return [observation];
    const detail = { ...observation.detail, refs: packed.slice(0, REFS_TOLD) };
    return packed.length === 0 ? [] : [{ ...observation, detail }];
  });
}

const REFS_TOLD = 20;

type Place = 'index' | 'packed' | { ref: string; log: boolean } | null;

function placeOf({ gitDir, commonDir }: GitPlace, path: string): Place {
  if (path === `${gitDir}/index`) return 'index';
  if (path === `${commonDir}/packed-refs` || path.startsWith(`${commonDir}/reftable/`)) return 'packed';
  for (const directory of [gitDir, commonDir]) {
    if (path.startsWith(`${directory}/refs/`)) return { ref: path.slice(directory.length + 1), log: false };
    if (path.startsWith(`${directory}/logs/`))
      return { ref: path.slice(directory.length + '/logs/'.length), log: true };
  }
  return null;
}

function refOf(place: GitPlace, observation: Observation): string {
  const at = placeOf(place, pathOf(observation));
  return at !== null && typeof at === 'object' && !at.log ? at.ref : '';
}

interface ChangedRefs {
  changed: ReadonlySet<string>;
  /** Whether a change below `refs/` says anything: it does not when a ref went into a pack, or a directory with it. */
  says(path: string, observation: Observation): boolean;
}

function changedRefs(
  before: GitLook['refs'],
  now: GitLook['refs'],
  isForeign: (ref: string) => boolean,
): ChangedRefs | null {
  if (before === null || now === null) return null;
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const changed = new Set([...names].filter((ref) => before[ref] !== now[ref] && !isForeign(ref)));
  return {
    changed,
    says(path, { change, entry }) {
      if (change === 'modified') return true;
      if (entry === 'directory') return [...changed].some((ref) => ref.startsWith(`${path}/`));
      return changed.has(path) || !names.has(path);
    },
  };
}

function parseRef(line: string): [string, string] {
  const at = line.indexOf(' ');
  return [line.slice(0, at), line.slice(at + 1)];
}

/** Output of git in a repository, or null when it fails. The ambient repository of the guard does not count. */
function git(gitDir: string, args: string[], { env, spawn: start = spawn }: GitRunner): Promise<Buffer | null> {
  const clean = Object.entries(env).filter(([name]) => !name.startsWith('GIT_'));
  return new Promise((resolve) => {
    let child: ChildProcess;
    try {
      child = start('git', ['-c', 'core.fsmonitor=false', `--git-dir=${gitDir}`, ...args], {
        env: { ...Object.fromEntries(clean), GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
        cwd: '/',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch {
      resolve(null);
      return;
    }
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => child.kill('SIGKILL'), TIME_BOUND);
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', () => {
      clearTimeout(timer);
      resolve(null);
    });
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve(status === 0 ? Buffer.concat(chunks) : null);
    });
  });
}
