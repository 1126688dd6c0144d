import { userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { realPath } from '@mam/registry-paths';
import { isInside } from '../sandbox/create.ts';
import { type CommandPlace, inherited, isSandboxed } from './command-place.ts';

/** Directories of the XDG rules that hold state; what lies in a cache counts for nothing. */
const STATE = ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME'] as const;
const ALL = [...STATE, 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR'] as const;

/** The user of a process, as its system knows it. */
export interface User {
  home: string;
  uid: number;
}

/**
 * Notes on a home family that is redirected by halves: `HOME` without `XDG_*`, or the other way round; and on values that
 * depend on the working directory. What is live is what the system says of the user, not what `HOME` says.
 */
export function homeNotes(place: CommandPlace, user: User | null = currentUser()): string[] {
  const names = ['HOME', ...ALL].filter((name) => !isSandboxed(name, place));
  const odd = names.flatMap((name) => {
    const value = inherited(name, place);
    if (value === undefined || isAbsolute(value)) return [];
    const what = value === '' ? 'set but empty' : 'a relative path';
    return [
      `${name} is ${what}, so tools find another place from every working directory; unset it, or give an absolute path.`,
    ];
  });
  return user === null ? odd : [...odd, ...halves(place, user)];
}

function halves(place: CommandPlace, user: User): string[] {
  const live = realPath(user.home);
  const home = leadsTo('HOME', place);
  const xdg = ALL.map((name) => ({ name, at: leadsTo(name, place) }));
  if (home !== null && home !== live) {
    const left = xdg.filter(({ at }) => at !== null && isLive(at, live, home, user.uid)).map(({ name }) => name);
    if (left.length === 0) return [];
    return [
      `HOME is redirected, but ${list(left)} still ${left.length === 1 ? 'leads' : 'lead'} to live state of the user; ` +
        "redirect the whole family, drop the rest (--drop-env 'XDG_*'), or use --sandbox-home.",
    ];
  }
  const moved = xdg
    .filter(({ name, at }) => isState(name) && at !== null && !isInside(at, live))
    .map(({ name }) => name);
  if (moved.length === 0) return [];
  return [
    `${list(moved)} ${moved.length === 1 ? 'is' : 'are'} redirected, but HOME is still the live ${live}, and many tools ` +
      'keep their state there; redirect the whole family, or use --sandbox-home.',
  ];
}

/** Where a variable leads: a real path, `SANDBOX`, or null when it is not set to an absolute path. */
function leadsTo(name: string, place: CommandPlace): string | null {
  if (isSandboxed(name, place)) return SANDBOX;
  const value = inherited(name, place);
  return value !== undefined && isAbsolute(value) ? realPath(value) : null;
}

/** Stands for a directory of the sandbox, which is not made yet: no path. */
const SANDBOX = '';

/** A redirected home may itself lie below the live one: what is in it is redirected with it. */
function isLive(at: string, live: string, home: string, uid: number): boolean {
  if (at === `/run/user/${uid}`) return true;
  return isInside(at, live) && !(home !== SANDBOX && isInside(at, home));
}

function isState(name: string): boolean {
  return (STATE as readonly string[]).includes(name);
}

function list(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Null where the system does not know the user, as in a container with a number for a user. */
function currentUser(): User | null {
  try {
    const { homedir, uid } = userInfo();
    return { home: homedir, uid };
  } catch {
    return null;
  }
}
