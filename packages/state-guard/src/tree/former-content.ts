import { EMPTY, type Fingerprint } from './fingerprint.ts';
import type { TreeLook } from './look.ts';

/** What a look recorded of the content of a file, or the reason why it recorded nothing. */
export function formerContent(look: TreeLook, index: number): Fingerprint | string {
  const size = look.entries.size[index] ?? 0;
  if (size === 0) return EMPTY;
  const recorded = look.entries.fingerprint(index);
  if (recorded !== null) return recorded;
  const { files, bytes, fileBytes } = look.budget;
  const problem = look.unreadable.get(index);
  if (problem !== undefined) return `its former content could not be read: ${problem}`;
  if (size > fileBytes) return `its former content was not recorded: it was larger than ${inMiB(fileBytes)}`;
  return `its former content was not recorded: the baseline records ${files} files and ${inMiB(bytes)} at most`;
}

function inMiB(bytes: number): string {
  return `${Number((bytes / (1024 * 1024)).toFixed(2))} MiB`;
}
