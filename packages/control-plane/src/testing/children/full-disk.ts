import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS, type OperationName, type OperationPlace } from '../operations.ts';
import { treeOf } from '../workspace.ts';

/**
 * Runs an operation on a file system that is full, then with one page or one inode more, and so on until it succeeds.
 * Prints what became of each as JSON.
 */
interface Task extends OperationPlace {
  operation: OperationName;
  /** Directory on the small file system that the filling goes to. */
  filling: string;
}

const PAGE = 4096;
const { operation, filling, ...place } = JSON.parse(process.argv[2] ?? '') as Task;
const outcomes: { failed: string | null; unchanged: boolean }[] = [];
mkdirSync(filling, { recursive: true });
fill();
for (let attempt = 1; attempt <= 200; attempt += 1) {
  const before = JSON.stringify(treeOf(place.root));
  const failed = await OPERATIONS[operation](place, `try-${attempt}`).then(
    () => null,
    (error: Error) => error.message,
  );
  outcomes.push({ failed, unchanged: JSON.stringify(treeOf(place.root)) === before });
  if (failed === null) break;
  free();
}
process.stdout.write(JSON.stringify(outcomes));

/** Files of one page each, until there is no page or no inode left; what only has room for an inode stays too. */
function fill(): void {
  for (let index = 0; index < 10_000; index += 1) {
    try {
      const fd = openSync(join(filling, `f${index}`), 'wx');
      try {
        writeSync(fd, new Uint8Array(PAGE));
      } finally {
        closeSync(fd);
      }
    } catch {
      return;
    }
  }
  throw new Error('the file system is not small');
}

function free(): void {
  const [name] = readdirSync(filling);
  if (name === undefined) throw new Error('there is nothing left to free');
  rmSync(join(filling, name));
}
