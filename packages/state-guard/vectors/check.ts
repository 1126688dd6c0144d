import { isDeepStrictEqual } from 'node:util';
import type { Expected, Guard, Vector } from './model.ts';
import { expectedOf, runCase } from './run-vector.ts';

/** A vector that a guard does not keep. */
export interface Broken {
  id: string;
  expected: Expected;
  /** What the guard said, or what it threw. */
  found: Expected | string;
}

/** Runs a guard over vectors, and gives those that it breaks. */
export function brokenBy(guard: Guard, vectors: readonly Vector[]): Broken[] {
  const broken: Broken[] = [];
  for (const vector of vectors) {
    const expected = expectedOf(vector);
    const found = attempt(() => runCase(guard, vector));
    if (!isDeepStrictEqual(found, expected)) broken.push({ id: vector.id, expected, found });
  }
  return broken;
}

function attempt(run: () => Expected): Expected | string {
  try {
    return run();
  } catch (error) {
    return String(error);
  }
}
