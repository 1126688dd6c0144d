import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { brokenBy } from './check.ts';
import type { Vector } from './model.ts';
import { mutated } from './mutate.ts';
import { MUTATIONS } from './mutations.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const vectors: Vector[] = JSON.parse(readFileSync(new URL('golden.json', import.meta.url), 'utf8'));
const witnesses = new Set<string>();

describe('the vectors have teeth', () => {
  it.for(MUTATIONS)('they see this broken: $what', async (mutation) => {
    const [first] = brokenBy(await mutated(root, mutation), vectors, 1);
    expect(first).toBeDefined();
    // Broken by what it says, not because it could not be built or run.
    expect(first?.found).toBeTypeOf('object');
    if (first) witnesses.add(first.id);
  });

  it('what was built the same way without a mutation breaks none of those', async () => {
    expect(witnesses.size).toBeGreaterThan(5);
    const seen = vectors.filter(({ id }) => witnesses.has(id));
    expect(brokenBy(await mutated(root, null), seen)).toEqual([]);
  });

  it('a mutation whose piece is not in the source is an error, so that none goes blunt', async () => {
    const gone = { what: 'nothing', file: 'find-leaks.ts', from: 'no such piece', to: '' };
    await expect(mutated(root, gone)).rejects.toThrow(
      '"nothing" finds its piece 0 times in src/find-leaks.ts, not once',
    );
  });
});
