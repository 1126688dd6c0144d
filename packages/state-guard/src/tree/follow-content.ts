import { type ContentOutcome, followFile } from './content.ts';
import { entryOf, errorCode, isAbsent, isFile } from './entry.ts';
import { GONE, IGNORED, UNREAD } from './entry-store.ts';
import { formerContent } from './former-content.ts';
import { pathOf, type TreeLook } from './look.ts';
import { refreshEntry } from './record-content.ts';
import { isRacy, sameStamps } from './stamps.ts';

/**
 * Finds out what became of the content of a file since another look, and notes it in `outcomes`. Reads only a file whose
 * stamps moved, or were too young to be trusted; the fingerprint of one that did not move goes from look to look.
 */
export function followContent(since: TreeLook, before: number, look: TreeLook, index: number): void {
  const { entries } = look;
  if (!entries.modeOf(index, isFile) || !since.entries.modeOf(before, isFile)) return;
  if (entries.has(index, GONE | IGNORED | UNREAD) || since.entries.has(before, GONE | IGNORED | UNREAD)) return;
  const moved = !sameStamps(since.entries, before, entries, index);
  const recorded = since.entries.fingerprint(before);
  if (!moved && !(recorded !== null && isRacy(since, before))) {
    if (recorded !== null) entries.setFingerprint(index, recorded);
    return;
  }
  const outcome = tell(since, before, look, index);
  if (outcome === null) return;
  if (outcome.content === 'same' && recorded !== null) entries.setFingerprint(index, recorded);
  if (moved || outcome.content !== 'same') look.outcomes.set(index, outcome);
}

function tell(since: TreeLook, before: number, look: TreeLook, index: number): ContentOutcome | null {
  const former = formerContent(since, before);
  if (typeof former === 'string') return { content: 'unknown', reason: former };
  try {
    const reading = followFile(pathOf(look, index), former);
    if (reading !== null) {
      look.entries.set(index, entryOf(reading.stats, null));
      return reading.value;
    }
  } catch (error) {
    const code = errorCode(error);
    if (!isAbsent(code) && code !== 'ELOOP') return { content: 'unknown', reason: `it cannot be read: ${code}` };
  }
  refreshEntry(look, index);
  return null;
}
