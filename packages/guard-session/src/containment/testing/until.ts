import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

const BOUND = 20_000;
const STEP = 50;

/** Waits until something holds; fails with its name when that takes too long. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += STEP) {
    if (waited > BOUND) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, STEP));
  }
}

/** The text of a file, once it is there and not empty. */
export async function textOf(path: string): Promise<string> {
  await until(`${path} has a text`, () => existsSync(path) && readFileSync(path, 'utf8').endsWith('\n'));
  return readFileSync(path, 'utf8').trim();
}

/** Ids of the processes that live in a mount namespace, as far as this user may look. */
export function processesIn(namespace: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/ns/mnt`) === namespace;
      } catch {
        return false;
      }
    })
    .map(Number);
}
