import { readFileSync, writeFileSync } from 'node:fs';
import { withLock } from '../../lock/lock.ts';

/** Adds one to the number in a file, `times` times, each under the lock, and not atomically. */
const { path, times } = JSON.parse(process.argv[2] ?? '') as { path: string; times: number };
for (let index = 0; index < times; index += 1) {
  await withLock(path, async () => {
    const value = Number(readFileSync(path, 'utf8'));
    await new Promise((resolve) => setTimeout(resolve, 1));
    writeFileSync(path, String(value + 1));
  });
}
