/** A process that holds a file open for writing and is older than the run. */
export interface Holder {
  pid: number;
  /** Command name. */
  name: string;
  /** Whether the run could have made it write: a server that takes orders. */
  drivable: boolean;
}

/** A finding that is known and put up with for a while. */
export interface Accepted {
  /** The finding's path, or a pattern: `*` and `?` within a name, `**` across names. */
  path: string;
  reason: string;
  /** The last day on which it counts, as `2026-12-31`. */
  until: string;
}

/** What judgement knows besides the observations. */
export interface Evidence {
  /** Agent sessions in the watched sessions files, by bare name. */
  sessions: { before: ReadonlySet<string>; now: ReadonlySet<string> };
  /** Agent sessions proven to be the run's, by bare name: made in a sandbox of it, or seen by the containment layer. */
  ownSessions?: ReadonlySet<string> | undefined;
  /** Paths whose content changed while nothing ran. */
  idle?: ReadonlySet<string> | undefined;
  /** By path. */
  holders?: ReadonlyMap<string, Holder> | undefined;
  accepted?: readonly Accepted[] | undefined;
  /** The day of the verdict, as `2026-07-31`; needed with `accepted`. */
  today?: string | undefined;
}

/** What is thought of one change. */
export interface Opinion {
  kind: 'leak' | 'suspect' | 'excused';
  reason: string;
}
