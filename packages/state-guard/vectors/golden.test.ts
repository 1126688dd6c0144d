import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allCases } from './cases.ts';
import { brokenBy } from './check.ts';
import * as guard from './guard.ts';
import type { Vector } from './model.ts';
import { expectedOf } from './run-vector.ts';

const vectors: Vector[] = JSON.parse(readFileSync(new URL('golden.json', import.meta.url), 'utf8'));

function hundreds(): number[] {
  return vectors.map((_, i) => i).filter((i) => i % 100 === 0);
}

// Each hundred makes and removes a thousand files: seconds, and more on a disk that others use.
describe('golden vectors, made by running the seed', { timeout: 120_000 }, () => {
  it.for(hundreds())('hold, every one: from %d on', (from) => {
    expect(brokenBy(guard, vectors.slice(from, from + 100))).toEqual([]);
  });

  it('are at least 60 picked by hand and 500 made by chance, and no case stands twice', () => {
    const generated = vectors.filter(({ id }) => id.startsWith('generated '));
    expect(generated.length).toBeGreaterThanOrEqual(500);
    expect(vectors.length - generated.length).toBeGreaterThanOrEqual(60);
    expect(new Set(vectors.map(({ id }) => id)).size).toBe(vectors.length);
  });

  it('are of the cases as their generator makes them now', () => {
    const { handPicked, generated } = allCases();
    const now = new Map([...handPicked, ...generated].map((one) => [one.id, one]));
    for (const { seed, ...one } of vectors) expect(one).toEqual(now.get(one.id));
    expect(vectors.map(({ id }) => id)).toEqual(expect.arrayContaining(handPicked.map(({ id }) => id)));
  });

  it('say of each deliberate difference what the seed says, and it is something else', () => {
    const different = vectors.filter(({ ours }) => ours !== undefined);
    expect(different.length).toBeGreaterThan(15);
    for (const vector of different) {
      const { ours, ...plain } = vector;
      if (vector.seed.raises === undefined) expect(expectedOf(vector), vector.id).not.toEqual(expectedOf(plain));
    }
    const raising = vectors.filter(({ seed }) => seed.raises !== undefined).map(({ id }) => id);
    expect(raising).toEqual(['a numeric agent_session', 'an agent_session that is a list']);
  });
});
