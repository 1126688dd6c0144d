import type { Binding } from '@mam/registry-paths';

/**
 * A step that makes or changes a tree, below the case's own directory, which stands as `$T` in contents and targets.
 * `rm` takes a file, a link or a whole directory away; parents are made as needed.
 */
export type Step =
  | ['dir', string]
  | ['file', string, string]
  | ['link', string, string]
  | ['move', string, string]
  | ['rm', string];

/** A tree, what happens to it between the two looks, and from where it is watched. */
export interface Case {
  id: string;
  /** The checkout, and the working directory, below `$T`. */
  repo: string;
  cwd: string;
  recorded: Binding;
  before: Step[];
  during: Step[];
  /** Where the guard deliberately differs from the seed: what it says instead. */
  ours?: Partial<Expected>;
}

/** A leak as the vectors keep it: path, reason, agent session, prompt. A missing prompt is empty in the seed. */
export type ExpectedLeak = [path: string, reason: string, agentSession: string | null, prompt: string];

/** What is said of a case. */
export interface Expected {
  roots: string[];
  registries: string[];
  auditLogs: string[];
  /** Of each root's sessions file, then of the recorded one; each sorted. */
  sessionNames: string[][];
  leaks: ExpectedLeak[];
}

/** A case with what the seed says of it. */
export interface Vector extends Case {
  seed: Omit<Expected, 'leaks'> & { leaks?: ExpectedLeak[]; raises?: string; sameTwice: boolean };
}

/** The functions that the vectors hold to the seed. */
export type Guard = typeof import('./guard.ts');
