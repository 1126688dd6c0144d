import { lstatSync } from 'node:fs';
import { type Finding, pathBytes, toBytes } from '@mam/state-guard';
import type { FieldCase, Mode } from './field-case.ts';
import { isAbove } from './fits.ts';
import { digest, type Listing } from './listing.ts';
import { placed } from './machine.ts';
import type { Outcome } from './run-case.ts';

/**
 * What is wrong with the live state, a sentence each. After a contained run it is what it was, plus what live processes
 * wrote; what leaked past the layer, or in an observed run, is left in place.
 */
export function ofLiveState(fieldCase: FieldCase, mode: Mode, outcome: Outcome): string[] {
  return [...(mode === 'contain' ? ofContained(fieldCase, outcome) : []), ...ofLeftInPlace(outcome)];
}

function ofContained({ liveWrites = {} }: FieldCase, { report, before, after, places }: Outcome): string[] {
  const written = Object.entries(liveWrites).map(
    ([path, copy]) => [placed(places, path), placed(places, copy)] as const,
  );
  const past = (report?.leaks ?? []).filter(({ by }) => by !== 'run').map(({ path }) => path);
  const theirs = (path: string) =>
    [...past, ...written.map(([own]) => own)].some((own) => own === path || isAbove(path, own));
  const changed = [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => !theirs(path) && before.get(path) !== after.get(path))
    .map((path) => `the live state changed: ${path}: ${before.get(path)} -> ${after.get(path)}`);
  const wrong = written
    .filter(([path, copy]) => contentOf(after, path) !== digest(copy))
    .map(([path]) => `${path} is not what the live process wrote`);
  return [...changed, ...wrong];
}

function ofLeftInPlace({ report }: Outcome): string[] {
  const files: readonly Finding['entry'][] = ['file', 'directory', 'symlink', 'record', 'audit-log'];
  return (report?.leaks ?? [])
    .filter(({ change, entry, by }) => change === 'added' && files.includes(entry) && by !== 'run')
    .filter((finding) => lstatSync(toBytes(pathBytes(finding)), { throwIfNoEntry: false }) === undefined)
    .map(({ path }) => `was not left in place: ${path}`);
}

function contentOf(listing: Listing, path: string): string | undefined {
  return listing.get(path)?.split(' ').at(-1);
}
