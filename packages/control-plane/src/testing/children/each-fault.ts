import { arm, disarm, type Fault, installFaults } from '../faults.ts';
import { OPERATIONS, type OperationName, type OperationPlace } from '../operations.ts';
import { treeOf } from '../workspace.ts';

/** Lets every step of an operation fail in turn, and prints what became of each as JSON. */
interface Task extends OperationPlace {
  operation: OperationName;
  fault: Fault;
}

const { operation, fault, ...place } = JSON.parse(process.argv[2] ?? '') as Task;
installFaults();
const outcomes: { failed: string | null; unchanged: boolean }[] = [];
for (let step = 1; ; step += 1) {
  const before = state();
  arm(fault, step);
  const failed = await OPERATIONS[operation](place, `step-${step}`).then(
    () => null,
    (error: Error) => error.message,
  );
  if (!disarm()) break;
  outcomes.push({ failed, unchanged: state() === before });
}
process.stdout.write(JSON.stringify(outcomes));

function state(): string {
  return JSON.stringify([treeOf(place.root), treeOf(place.panes)]);
}
