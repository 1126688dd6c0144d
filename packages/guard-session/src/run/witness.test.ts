import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startWitness } from './witness.ts';

/** The witness is the only child of this process by that name. */
function pidsOfWitness(): number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.map(Number).filter((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8') === 'cat\n');
}

test('what the witness did not get is for the guard alone', async () => {
  const witness = startWitness();
  expect(await witness.saw('SIGINT')).toBe(false);
  witness.stop();
});

test.runIf(process.platform === 'linux')('a witness that a busy machine lets end late has seen it still', async () => {
  await expect.poll(pidsOfWitness, { timeout: 20_000 }).toEqual([]);
  const witness = startWitness();
  await expect.poll(() => pidsOfWitness().length, { timeout: 20_000 }).toBe(1);
  const [pid = 0] = pidsOfWitness();
  // Stopped, it keeps the signal, and ends of it when it goes on.
  process.kill(pid, 'SIGSTOP');
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), { timeout: 20_000 }).toContain(') T ');
  process.kill(pid, 'SIGINT');
  const saw = witness.saw('SIGINT');
  setTimeout(() => process.kill(pid, 'SIGCONT'), 600);
  expect(await saw).toBe(true);
  witness.stop();
});
