import { fromText } from '../bytes/bytes.ts';
import { displayPath } from '../bytes/display-path.ts';
import type { LookPair } from '../compare/pair-looks.ts';
import type { Stamp } from '../look/stamp.ts';
import type { NotCovered, Watched } from '../model.ts';

/** A look at a directory or a sessions file. */
interface Look {
  path: string;
  state: string;
  reason: string | null;
  stamp: Stamp | null;
  names: string[];
}

/** What could not be looked at, or not wholly, now or at the baseline. */
export function coverage({ before, now }: LookPair<Look>): NotCovered[] {
  const { path } = displayPath(fromText(now.path));
  if (now.reason !== null) return [{ path, reason: now.reason }];
  if (before && before.reason !== null) return [{ path, reason: `at the baseline: ${before.reason}` }];
  return [];
}

/** What was looked at, with its entries at the baseline. */
export function watchedOf({ before, now }: LookPair<Look>): Watched {
  const { path } = displayPath(fromText(now.path));
  return { probe: 'registry', path, entries: before?.names.length ?? 0 };
}

/** Whether there was anything at either look. */
export function everSeen({ before, now }: LookPair<Look>): boolean {
  return now.state !== 'missing' || (before !== null && before.state !== 'missing');
}
