import { arm, installFaults } from '../faults.ts';
import { OPERATIONS, type OperationName, type OperationPlace } from '../operations.ts';

/** Runs an operation, and is killed at one step of it; ends well when it has fewer steps. */
interface Task extends OperationPlace {
  operation: OperationName;
  step: number;
}

const { operation, step, ...place } = JSON.parse(process.argv[2] ?? '') as Task;
installFaults();
arm('kill', step);
await OPERATIONS[operation](place, `step-${step}`);
