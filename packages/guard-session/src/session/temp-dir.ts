import { realPath } from '@mam/registry-paths';
import { GuardError } from '../guard-error.ts';
import { isInside } from '../sandbox/create.ts';
import { type CommandPlace, inherited, isSandboxed } from './command-place.ts';

/**
 * Refuses a temporary directory of the command inside a control plane: tools that find one above them take the live plane
 * for their own, and every temporary file would be a finding. Inside another watched tree it is allowed.
 * @throws GuardError (usage)
 */
export function refuseTempDirIn(planes: readonly string[], place: CommandPlace): void {
  if (isSandboxed('TMPDIR', place)) return;
  const directory = inherited('TMPDIR', place) || '/tmp';
  const real = realPath(directory);
  const around = planes.find((plane) => isInside(real, realPath(plane)));
  if (around === undefined) return;
  throw new GuardError(
    'usage',
    `The temporary directory ${directory} lies inside the control plane ${around}; set TMPDIR to a directory outside of it.`,
  );
}
