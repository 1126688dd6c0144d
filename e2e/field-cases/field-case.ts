import type { Attribution, By, ChangeDetail, ChangeKind, EntryKind } from '@mam/state-guard';

export type Mode = 'observe' | 'contain';

/** A program or system that a case cannot do without. */
export type Need = 'git' | 'tmux' | 'linux';

/** A finding that must be in the report. */
export interface Expected {
  change: ChangeKind;
  entry: EntryKind;
  /** With `$T` and the other places; `*` stands for any text within a name, `**` for any. */
  path: string;
  /** A part of the finding's reason. */
  reason?: string;
  /** Facts that its detail must hold, besides others. */
  detail?: ChangeDetail;
  /** Whether it came after the command had ended. */
  late?: boolean;
  /** Default: the run's where its layer proves it, else not known. */
  by?: By;
  attribution?: Attribution;
  tests?: readonly string[];
}

export interface Expectation {
  leaks: readonly Expected[];
  /** All of them. Default: none. */
  suspects?: readonly Expected[];
  /** Some of them. */
  excused?: readonly Expected[];
  /** Paths that may be leaks too. */
  allow?: readonly string[];
  /** Paths that may be no leak, each with the change that is meant, or any change. */
  quiet?: readonly { path: string; change?: ChangeKind }[];
  /** Exit status. Default: 3 where something is expected to leak, else 0. */
  status?: number;
  /** What the command prints, without the white space around it. */
  output?: string;
  /** Variables that the report must list as dropped. */
  dropped?: readonly string[];
  /** How many changes the patterns take out. Default: not looked at. */
  ignored?: number;
}

/**
 * A fault of the field as a scenario. Scripts are of bash and know the machine's places as variables: `$T` the directory of
 * the case, `$HOME`, `$AGENT` the live agent home in it, `$SANDBOX` a sandbox, `$PLANE` a live control plane, `$OTHER` a
 * home that is not the user's, and the programs `$NODE` and `$MAM`.
 */
export interface FieldCase {
  /** A letter and a number; of our own cases a letter and a word. */
  id: string;
  /** The fault: what goes wrong, in one sentence. */
  fault: string;
  needs?: readonly Need[];
  /** What the machine holds before; what it exports reaches all that follows. */
  before?: string;
  /** What live processes do meanwhile. Asked to end by `$T/stop`. */
  live?: string;
  /** What the live processes alone leave: a path of the live state, and the file elsewhere whose bytes it must have after. */
  liveWrites?: Readonly<Record<string, string>>;
  /** What is watched. */
  watch?: readonly string[];
  flags?: readonly string[];
  /** What else is live, besides what is watched and the control plane: a contained run may not change it either. */
  alsoLive?: readonly string[];
  /** More flags in one mode. */
  flagsIn?: Partial<Record<Mode, readonly string[]>>;
  /** The guarded command. */
  run: string;
  expect: Expectation | Readonly<Record<Mode, Expectation>>;
}

/** What is expected of a case in a mode. */
export function expectationIn({ expect }: FieldCase, mode: Mode): Expectation {
  return 'leaks' in expect ? expect : expect[mode];
}

type Facts = Omit<Expected, 'change' | 'entry' | 'path'>;

export const added = (entry: EntryKind, path: string, facts: Facts = {}): Expected => ({
  change: 'added',
  entry,
  path,
  ...facts,
});

export const modified = (entry: EntryKind, path: string, facts: Facts = {}): Expected => ({
  change: 'modified',
  entry,
  path,
  ...facts,
});

export const removed = (entry: EntryKind, path: string, facts: Facts = {}): Expected => ({
  change: 'removed',
  entry,
  path,
  ...facts,
});
