/** Names of two looks at one directory, compared. */
export interface NameDiff {
  added: string[];
  removed: string[];
}

/** How far to look ahead for where the two lists meet again. */
const REACH = 32;

/**
 * What the second list has and the first has not, and the other way round, each in listing order. Each list names an
 * entry once. What stayed is listed in the order in which it was, as a rule, so that walking both lists at once is nearly
 * all of the work; where the order is another, the result is the same.
 */
export function diffNames(before: readonly string[], now: readonly string[]): NameDiff {
  if (before === now) return { added: [], removed: [] };
  const added: string[] = [];
  const removed: string[] = [];
  let b = 0;
  let n = 0;
  while (b < before.length && n < now.length) {
    if (before[b] === now[n]) {
      b++;
      n++;
      continue;
    }
    const step = nextMeeting(before, b, now, n);
    if (step === null) break;
    for (let i = 0; i < step.removed; i++) removed.push(before[b++] as string);
    for (let i = 0; i < step.added; i++) added.push(now[n++] as string);
  }
  while (b < before.length) removed.push(before[b++] as string);
  while (n < now.length) added.push(now[n++] as string);
  return added.length > 0 && removed.length > 0 ? withoutMoved(added, removed) : { added, removed };
}

/** The shortest way to a name that both lists have; null when none is near. */
function nextMeeting(
  before: readonly string[],
  b: number,
  now: readonly string[],
  n: number,
): { added: number; removed: number } | null {
  for (let ahead = 1; ahead <= REACH; ahead++) {
    if (n + ahead < now.length && now[n + ahead] === before[b]) return { added: ahead, removed: 0 };
    if (b + ahead < before.length && before[b + ahead] === now[n]) return { added: 0, removed: ahead };
    if (b + ahead < before.length && before[b + ahead] === now[n + ahead]) return { added: ahead, removed: ahead };
  }
  return null;
}

/** A name on both sides only stands elsewhere in the list. */
function withoutMoved(added: string[], removed: string[]): NameDiff {
  const wasThere = new Set(removed);
  const isThere = new Set(added);
  return {
    added: added.filter((name) => !wasThere.has(name)),
    removed: removed.filter((name) => !isThere.has(name)),
  };
}
