import type { Accepted, Evidence, Opinion } from './evidence.ts';
import { globMatcher } from './glob.ts';

/** Applies the accepted paths to one opinion after another, and remembers which of them met anything. */
export interface Acceptance {
  apply(path: string, opinion: Opinion): Opinion;
  /** Those that no path matched, in the order in which they were given. */
  unused(): Accepted[];
}

/** Throws when there are accepted paths and no day to hold their end dates against. */
export function acceptance({ accepted = [], today }: Evidence): Acceptance {
  if (accepted.length > 0 && today === undefined) {
    throw new TypeError('Accepted paths have an end date: give the day of the verdict as `today`, as in 2026-07-31.');
  }
  const entries = accepted.map((entry) => ({ entry, matches: globMatcher(entry.path) }));
  const used = new Set<Accepted>();
  return {
    apply(path, opinion) {
      const matching = entries.filter(({ matches }) => matches(path)).map(({ entry }) => entry);
      for (const entry of matching) used.add(entry);
      if (opinion.kind === 'excused') return opinion;
      const current = matching.find(({ until }) => until >= (today ?? ''));
      if (current) {
        const { reason, until } = current;
        return { kind: 'excused', reason: `${opinion.reason}; accepted until ${until}: ${reason}` };
      }
      const [ended] = matching;
      return ended ? { ...opinion, reason: `${opinion.reason}; its acceptance ended on ${ended.until}` } : opinion;
    },
    unused: () => accepted.filter((entry) => !used.has(entry)),
  };
}
