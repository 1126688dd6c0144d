import { withLock } from '../../lock/lock.ts';

/** Takes the lock of a path, says so, and holds it until it is killed. */
const { path } = JSON.parse(process.argv[2] ?? '') as { path: string };
await withLock(path, async () => {
  process.stdout.write('held\n');
  await new Promise((resolve) => setTimeout(resolve, 600_000));
});
