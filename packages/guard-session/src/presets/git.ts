import type { GitPlace } from '../probes/meaning/git.ts';
import { checkedOut } from '../probes/meaning/git-refs.ts';
import { findRepository, type Repository } from './git/repository.ts';
import { siblingGitDirs } from './git/siblings.ts';
import type { PresetContext, PresetExpansion, PresetWatch } from './preset.ts';

/**
 * The checkout's own repository: HEAD, index, refs, config, hooks, reflogs, and what git keeps beside them while it merges
 * or rebases. What sibling worktrees have checked out is not its own.
 *
 * Source: gitrepository-layout(5); git-worktree(1), REFS and DETAILS; git(1), environment variables;
 * `git rev-parse --local-env-vars`.
 */
export function git(context: PresetContext): PresetExpansion {
  const repository = findRepository(context);
  const siblings = siblingGitDirs(repository);
  return {
    watch: watches(repository, { ...repository, siblings }),
    watchTmux: [],
    dropEnv: LOCAL_VARIABLES,
    redirects: ['GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, GIT_COMMON_DIR', '--git-dir, -C', 'the nearest .git upwards'],
    notes:
      context.env.GIT_DIR === ''
        ? ['GIT_DIR is set but empty, and git then finds no repository; unset it, or give an absolute path.']
        : [],
  };
}

// What git itself clears before it works in another repository: `git rev-parse --local-env-vars`, but for the settings
// GIT_CONFIG_PARAMETERS and GIT_CONFIG_COUNT, which git passes on as well.
const LOCAL_VARIABLES = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_CONFIG',
  'GIT_DIR',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
];

function watches({ gitDir, commonDir, pointer }: Repository, place: GitPlace): PresetWatch[] {
  const meaning = { kind: 'git', ...place } as const;
  const shared = [...SHARED, ...siblingRefs(place.siblings)];
  const apart = pointer === null ? [] : [{ path: pointer, ignore: [] }];
  if (gitDir === commonDir) return [{ path: gitDir, ignore: [...OWN, ...shared], meaning }, ...apart];
  return [
    { path: gitDir, ignore: OWN, meaning },
    { path: commonDir, ignore: [...shared, ...MAIN_WORKTREE], meaning },
    ...apart,
  ];
}

const OWN = [
  // Every fetch writes it, that of an editor in the background too.
  '/FETCH_HEAD',
  // What a split index shares is read through the index; reading touches the file.
  '/sharedindex.*',
  // The file system monitor, a daemon.
  '/fsmonitor--daemon*',
];

const SHARED = [
  // Objects are only ever added, by the siblings too, and packed in the background; what counts is the ref to them.
  '/objects/',
  '/modules/**/objects/',
  '/lfs/',
  // Written by maintenance in the background.
  '/info/refs',
  '/gc.log',
  '/gc.pid',
  // What a sibling keeps for itself. That worktrees come and go shows.
  '/worktrees/*/*',
];

/** What the main worktree keeps for itself, seen from a linked one; git-worktree(1): all but what is known to be shared. */
const MAIN_WORKTREE = [
  '/[A-Z]*',
  '/index',
  '/index.lock',
  '/sharedindex.*',
  '/fsmonitor--daemon*',
  '/config.worktree',
  '/info/sparse-checkout',
  '/logs/HEAD',
  '/rebase-merge/',
  '/rebase-apply/',
  '/sequencer/',
  '/refs/bisect/',
  '/refs/worktree/',
  '/refs/rewritten/',
];

/** The branches of siblings, their reflogs, and where they stand on remotes: a push from a sibling moves that. */
function siblingRefs(siblings: readonly string[]): string[] {
  return [...checkedOut(siblings)].flatMap((branch) =>
    [`heads/${branch}`, `remotes/*/${branch}`].flatMap((ref) => [`/refs/${ref}`, `/logs/refs/${ref}`]),
  );
}
