import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { brokenBy } from './check.ts';
import type { Vector } from './model.ts';
import { mutated } from './mutate.ts';
import { MUTATIONS, type Mutation } from './mutations.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const vectors: Vector[] = JSON.parse(readFileSync(new URL('golden.json', import.meta.url), 'utf8'));

function vectorOf({ what, vector }: Mutation): Vector {
  const found = vectors.find(({ id }) => id === vector);
  if (!found) throw new Error(`The mutation "${what}" names the vector "${vector}", which there is not.`);
  return found;
}

describe('the vectors have teeth', () => {
  it.for(MUTATIONS)('they see this broken: $what', async (mutation) => {
    const [broken] = brokenBy(await mutated(root, mutation), [vectorOf(mutation)]);
    expect(broken).toBeDefined();
    // Broken by what it says, not because it could not be built or run.
    expect(broken?.found).toBeTypeOf('object');
  });

  it('what was built the same way without a mutation breaks none of those', async () => {
    const seen = [...new Set(MUTATIONS.map(vectorOf))];
    expect(seen.length).toBeGreaterThan(10);
    expect(brokenBy(await mutated(root, null), seen)).toEqual([]);
  });

  it('a mutation whose piece is not in the source is an error, so that none goes blunt', async () => {
    const gone = { what: 'nothing', vector: '', file: 'find-leaks.ts', from: 'no such piece', to: '' };
    await expect(mutated(root, gone)).rejects.toThrow(
      '"nothing" finds its piece 0 times in src/find-leaks.ts, not once',
    );
  });
});
