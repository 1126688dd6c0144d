import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenBy } from './check.ts';
import { generate } from './generate.ts';
import * as guard from './guard.ts';
import type { Vector } from './model.ts';
import { mutationTable } from './mutation-table.ts';

/** Runs one of the tools of the vectors, and gives the exit status. */
export async function main(here: string, [command, ...args]: string[]): Promise<number> {
  const vectors = (): Vector[] => JSON.parse(readFileSync(join(here, 'golden.json'), 'utf8'));
  switch (command) {
    case 'generate':
      console.log(generate(here, args[0], args[1]));
      return 0;
    case 'check': {
      const broken = brokenBy(guard, vectors());
      for (const one of broken) console.log(JSON.stringify(one, null, 2));
      console.log(`${vectors().length} vectors, ${broken.length} broken.`);
      return broken.length === 0 ? 0 : 1;
    }
    case 'mutations':
      return mutationTable(join(here, '..'), vectors());
    default:
      console.error(`"${command ?? ''}" is no command here; there are generate, check and mutations.`);
      return 2;
  }
}
