import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allCases, kept } from './cases.ts';

/**
 * Runs the seed over every case and writes what it says beside the case, a line each.
 *
 * @param here the directory of the vectors
 * @param seed where the seed's Python file lies
 */
export function generate(here: string, seed: string | undefined, python = 'python3'): string {
  if (!seed) throw new Error('Give the path of the seed: node vectors/run.mjs generate <_mam_state_guard.py>');
  const { handPicked, generated } = allCases();
  const cases = [...handPicked, ...generated];
  const scratch = mkdtempSync(join(tmpdir(), 'mam-vectors-'));
  try {
    const [input, output] = [join(scratch, 'cases.json'), join(scratch, 'expected.json')];
    writeFileSync(input, JSON.stringify(cases));
    execFileSync(python, [join(here, 'driver.py'), seed, input, output], { stdio: 'inherit' });
    const vectors = kept(cases, JSON.parse(readFileSync(output, 'utf8')));
    const lines = vectors.map((vector) => JSON.stringify(vector));
    writeFileSync(join(here, 'golden.json'), `[\n${lines.join(',\n')}\n]\n`);
    return `${vectors.length} vectors: ${handPicked.length} hand-picked, ${vectors.length - handPicked.length} generated.`;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
