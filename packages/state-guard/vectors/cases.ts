import { generatedCase } from './generated.ts';
import { DIFFERENCE_CASES } from './hand-picked-differences.ts';
import { JUDGEMENT_CASES } from './hand-picked-judgement.ts';
import { ROOT_CASES } from './hand-picked-roots.ts';
import type { Case, Vector } from './model.ts';

/** How many trees are made by chance. */
const GENERATED = 560;

/** Every case in order: the hand-picked first, then those made by chance. */
export function allCases(): { handPicked: Case[]; generated: Case[] } {
  const handPicked = [...ROOT_CASES, ...JUDGEMENT_CASES, ...DIFFERENCE_CASES];
  return { handPicked, generated: Array.from({ length: GENERATED }, (_, i) => generatedCase(i + 1)) };
}

/**
 * The cases that are kept: every hand-picked one, and those made by chance in which no directory has two spellings, for
 * there the guard watches it once and the seed twice.
 */
export function kept(cases: readonly Case[], seeds: readonly Vector['seed'][]): Vector[] {
  return cases.flatMap((one, i) => {
    const seed = seeds[i];
    if (seed === undefined) throw new Error(`The seed said nothing of the case "${one.id}".`);
    return seed.sameTwice && one.id.startsWith('generated ') ? [] : [{ ...one, seed }];
  });
}
