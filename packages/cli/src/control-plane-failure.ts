import { ControlPlaneError } from '@mam/control-plane';
import { CliError } from './cli-error.ts';

/** Runs an operation on a control plane; its errors become those of the program. */
export async function onControlPlane<T>(operation: () => T | Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (!(error instanceof ControlPlaneError)) throw error;
    throw new CliError(error.message, error.kind === 'input' ? 2 : 1, { cause: error });
  }
}
