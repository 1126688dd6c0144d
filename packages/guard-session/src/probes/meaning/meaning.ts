import type { Observation } from '@mam/state-guard';
import { explainGit, type GitLook, type GitPlace, type GitRunner, lookAtGit } from './git.ts';
import { explainJson, type JsonFiles, lookAtJson } from './json.ts';

/**
 * How files of a tree are read, so that what their tool rewrites by itself without saying anything new is no change. Plain
 * JSON: a baseline file keeps it.
 */
export type Meaning = ({ kind: 'json' } & JsonFiles) | ({ kind: 'git' } & GitPlace);

/** What the files meant at one look. Plain JSON. */
export type MeaningLook = { kind: 'json'; digests: Record<string, string> } | ({ kind: 'git' } & GitLook);

/** Observations that say something, and how many did not. */
export interface Explained {
  kept: Observation[];
  dropped: number;
}

/** From where files are read: as they are, or as a contained run sees them. */
export interface Viewer extends GitRunner {
  /** Where the guard sees what is at a path. */
  view?: (path: string) => string;
}

/** Reads what the files of a tree mean now. What cannot be read means nothing, and then every change of it counts. */
export async function lookAtMeaning(meaning: Meaning, root: string, viewer: Viewer): Promise<MeaningLook> {
  const { view = (path) => path } = viewer;
  if (meaning.kind === 'json') return { kind: 'json', digests: lookAtJson(meaning, view(root)) };
  return { kind: 'git', ...(await lookAtGit({ ...meaning, siblings: meaning.siblings.map(view) }, viewer)) };
}

/** Takes out the observations of a tree that changed nothing of what its files mean. */
export function explain(
  meaning: Meaning,
  root: string,
  [before, now]: readonly [MeaningLook, MeaningLook],
  observations: readonly Observation[],
): Explained {
  const keeps = judgeOf(meaning, root, before, now);
  const kept = keeps === null ? [...observations] : keeps(observations);
  return { kept, dropped: observations.length - kept.length };
}

type Keep = (observations: readonly Observation[]) => Observation[];

function judgeOf(meaning: Meaning, root: string, before: MeaningLook, now: MeaningLook): Keep | null {
  if (meaning.kind === 'json' && before.kind === 'json' && now.kind === 'json') {
    return (observations) => explainJson(root, before.digests, now.digests, observations);
  }
  if (meaning.kind === 'git' && before.kind === 'git' && now.kind === 'git') {
    return (observations) => explainGit(meaning, before, now, observations);
  }
  return null;
}
