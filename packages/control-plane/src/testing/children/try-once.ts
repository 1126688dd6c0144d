import { OPERATIONS, type OperationName, type OperationPlace } from '../operations.ts';
import { treeOf } from '../workspace.ts';

/** Runs an operation once, and prints what became of it as JSON. */
const { operation, ...place } = JSON.parse(process.argv[2] ?? '') as OperationPlace & { operation: OperationName };
const before = JSON.stringify([treeOf(place.root), treeOf(place.panes)]);
const failed = await OPERATIONS[operation](place, 'once').then(
  () => null,
  (error: Error) => error.message,
);
const unchanged = JSON.stringify([treeOf(place.root), treeOf(place.panes)]) === before;
process.stdout.write(JSON.stringify({ failed, unchanged }));
