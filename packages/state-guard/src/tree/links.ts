import type { Observation } from '../model.ts';
import { compareSpellings } from './compare-spellings.ts';
import { Findings } from './findings.ts';
import { readSpelling, type Spelling } from './root.ts';

/** Looks at the links by which trees were named, and not at the trees. */
export function lookLinks(spelled: readonly string[]): Spelling[] {
  return spelled.map(readSpelling);
}

/** What became of the links since. */
export function compareLinks(before: readonly Spelling[]): Observation[] {
  const findings = new Findings();
  compareSpellings(findings, before, lookLinks(before.map(({ spelled }) => spelled)));
  return findings.observations();
}
