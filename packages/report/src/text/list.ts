/** How a list is cut: how many items it may show, and where all of them are. */
export interface Cut {
  maxPerList: number;
  /** Completes `… and 488 more; `, as in `--json lists all`. */
  listAll: string;
}

/** The items to show, and the line that counts the others: none, or one. */
export function cutList<T>(items: T[], { maxPerList, listAll }: Cut): { shown: T[]; rest: string[] } {
  const hidden = items.length - maxPerList;
  if (hidden <= 0) return { shown: items, rest: [] };
  return { shown: items.slice(0, maxPerList), rest: [`… and ${hidden} more; ${listAll}`] };
}
