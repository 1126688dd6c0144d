import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Observation } from '@mam/state-guard';
import { isContentOnly, pathOf } from './content-only.ts';

/** JSON files in which a tool keeps counters, caches and times beside what counts. */
export interface JsonFiles {
  /** Relative to the root, which may be the file itself: `.`. A star stands for one name, or a part of it. */
  files: readonly string[];
  /** Keys that do not count, at any depth; a star at either end stands for anything. */
  churn: readonly string[];
}

/** Larger files are compared as they are. */
const SIZE_BOUND = 32 * 1024 * 1024;

/** A digest of what counts in each file that is there and is JSON, by its path relative to the root. */
export function lookAtJson({ files, churn }: JsonFiles, root: string): Record<string, string> {
  const matches = churn.map(matcher);
  const isChurn = (key: string) => matches.some((match) => match.test(key));
  const digests: Record<string, string> = {};
  for (const file of files.flatMap((pattern) => expand(root, pattern))) {
    const digest = digestOf(join(root, file), isChurn);
    if (digest !== null) digests[file] = digest;
  }
  return digests;
}

/** Takes out rewrites that leave what counts as it was. */
export function explainJson(
  root: string,
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
  observations: readonly Observation[],
): Observation[] {
  const same = new Set(
    Object.keys(before)
      .filter((file) => before[file] === now[file])
      .map((file) => join(root, file)),
  );
  return observations.filter((observation) => !(isContentOnly(observation) && same.has(pathOf(observation))));
}

function expand(root: string, pattern: string): string[] {
  return pattern.split('/').reduce<string[]>((found, part) => found.flatMap((base) => step(root, base, part)), ['']);
}

function step(root: string, base: string, part: string): string[] {
  if (!part.includes('*')) return [join(base, part)];
  try {
    return readdirSync(join(root, base))
      .filter((name) => matcher(part).test(name))
      .map((name) => join(base, name));
  } catch {
    return [];
  }
}

/** A pattern in which stars stand for anything. */
function matcher(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+^${}()|[\]\\?]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

function digestOf(path: string, isChurn: (key: string) => boolean): string | null {
  try {
    if (statSync(path).size > SIZE_BOUND) return null;
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return createHash('sha256')
      .update(JSON.stringify(reduced(value, isChurn)))
      .digest('base64');
  } catch {
    return null;
  }
}

/** A value without keys that are churn, keys in order; an object as one list, which no other value is. */
function reduced(value: unknown, isChurn: (key: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => reduced(item, isChurn));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key]) => !isChurn(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, reduced(item, isChurn)]);
  return { entries };
}
