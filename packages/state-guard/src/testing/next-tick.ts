import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause } from '../files/pause.ts';

/**
 * Waits until what is changed from now on gets later stamps than all that was changed before. Kernels stamp in ticks of up
 * to ten milliseconds, some file systems in seconds: what a test changes at once may keep the stamps of the baseline.
 */
export function nextTick(): void {
  const directory = mkdtempSync(join(tmpdir(), 'mam-tick-'));
  const stamp = (): bigint => {
    const file = join(directory, 'f');
    writeFileSync(file, '');
    return statSync(file, { bigint: true }).ctimeNs;
  };
  for (const first = stamp(); stamp() === first; ) pause(1);
  rmSync(directory, { recursive: true });
}
