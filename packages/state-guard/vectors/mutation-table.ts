import { brokenBy } from './check.ts';
import type { Vector } from './model.ts';
import { mutated } from './mutate.ts';
import { MUTATIONS } from './mutations.ts';

/** Prints how many vectors each mutation breaks, and one of them; the status is 0 when each breaks some and none breaks none. */
export async function mutationTable(root: string, vectors: readonly Vector[]): Promise<number> {
  const unbroken = brokenBy(await mutated(root, null), vectors);
  console.log(`| mutation | vectors broken, of ${vectors.length} | the first of them |`);
  console.log('|---|---|---|');
  console.log(`| none | ${unbroken.length} | ${unbroken[0]?.id ?? ''} |`);
  let unseen = 0;
  for (const mutation of MUTATIONS) {
    const broken = brokenBy(await mutated(root, mutation), vectors);
    if (broken.length === 0) unseen++;
    console.log(`| ${mutation.what} | ${broken.length} | ${broken[0]?.id ?? ''} |`);
  }
  return unseen === 0 && unbroken.length === 0 ? 0 : 1;
}
