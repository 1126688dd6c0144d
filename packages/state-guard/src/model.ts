/** The words of a report, `mam-guard/1`: what a probe sees, what judgement makes of it, what a verdict says. */

export type ChangeKind = 'added' | 'modified' | 'removed';

export type EntryKind =
  | 'file'
  | 'directory'
  | 'symlink'
  | 'socket'
  | 'other'
  | 'record'
  | 'audit-log'
  | 'agent-session'
  | 'tmux-session'
  | 'process'
  | 'line';

export type ProbeName = 'registry' | 'tree' | 'command' | 'tmux' | 'processes';

/** Whose a change is: the run's (proven), someone else's (proven), or not known. */
export type By = 'run' | 'others' | 'unknown';

/** Facts about a change beyond its kind; every field is optional, and JSON. */
export interface ChangeDetail {
  /** Lines added at the end of a file whose former content is unchanged; the last need not be ended. */
  appendedLines?: number;
  /** Bytes added so. */
  appendedBytes?: number;
  /** The file was rewritten, replaced or touched, and holds the bytes that it had; of a link: its target. */
  sameBytes?: boolean;
  /** Another file, link, socket or device stands at the path of the former one. */
  replaced?: boolean;
  /** Why it is not known what became of the content of a file whose stamps or size moved. */
  contentUnknown?: string;
  /** What differs, in a word each: `content`, `mode`, `owner`, `type`, `target`, `size`, `stamps` (and it is not known more). */
  differs?: string[];
  /** Bytes before and after. */
  size?: { before: number; after: number };
  /** Where a link points before and after, as it is shown. */
  target?: { before: string; after: string };
  /** `uid:gid` before and after. */
  owner?: { before: string; after: string };
  /** Permission bits before and after, in octal, as in `0600`. */
  mode?: { before: string; after: string };
  /** Types before and after, when a path changed its type. */
  type?: { before: EntryKind; after: EntryKind };
  /** How many entries went or came with this one. */
  entries?: number;
  /** Process id. */
  pid?: number;
  /** Age of a process in milliseconds. */
  ageMs?: number;
  /** The bytes of a path that is not printable UTF-8, in base64. */
  pathBase64?: string;
  /** Parent's time as a hint, for what is gone: ISO 8601. */
  parentChangedAt?: string;
  /** Found in the layer of a contained run, while others changed, or may have changed, the live entry too. */
  liveMoved?: boolean;
  /** Every entry of a contained root was removed; the root itself, being mounted on, cannot be. */
  emptied?: boolean;
  /** Anything else that a probe knows. */
  [key: string]: unknown;
}

/** What differs between two looks. */
export interface Change {
  change: ChangeKind;
  entry: EntryKind;
  /** Absolute path, or the design's form for what is no file. Unprintable bytes are escaped; see `detail.pathBase64`. */
  path: string;
  detail?: ChangeDetail;
}

/** What is known of the job that a record or an audit log stands for. */
export interface JobFacts {
  /** Whether any watched registry holds a record of it. */
  hasRecord: boolean;
  /** Why the record or `meta.json` could not be understood, as a reason for people; null when it could. */
  problem: string | null;
  /** The agent session as it stands in the file, with its prefix; null when missing. */
  agentSession: string | null;
  /** The prompt, cut at 60 code points; null when missing. */
  prompt: string | null;
}

/** A change as a probe saw it, with the facts that judgement needs. */
export interface Observation extends Change {
  probe: ProbeName;
  by: By;
  /** When it came about, ISO 8601, as far as the file system tells; null when it does not. */
  at: string | null;
  /** It came after the command had ended. */
  late: boolean;
  /** For `record` and `audit-log`. */
  job?: JobFacts;
  /** For `agent-session`: its bare name. */
  session?: string;
}

/** How a finding's time falls into the windows of the tests: in one, in several, in none; null when no marks were kept. */
export type Attribution = 'only' | 'candidates' | 'outside' | null;

/** A judged change, as it stands in the report. */
export interface Finding {
  change: ChangeKind;
  entry: EntryKind;
  path: string;
  probe: ProbeName;
  reason: string;
  by: By;
  agentSession: string | null;
  prompt: string | null;
  at: string | null;
  late: boolean;
  attribution: Attribution;
  tests: string[];
  detail: ChangeDetail;
}

/** Something watched that could not be looked at. */
export interface NotCovered {
  path: string;
  /** An errno name such as `EACCES`, or a sentence. */
  reason: string;
}

/** Something that was looked at. */
export interface Watched {
  probe: ProbeName;
  path: string;
  /** Entries at the baseline. */
  entries: number;
}

/** Findings by what is known of them. Nothing that was observed is in none of the three. */
export interface Judgement {
  /** Nothing explains them. */
  leaks: Finding[];
  /** Only doubtful evidence explains them. */
  suspects: Finding[];
  /** Explained, each with its reason. */
  excused: Finding[];
}

export type GuardMode = 'observe' | 'contain' | 'read-only';

/** A process of the run that outlived the command. */
export interface Survivor {
  pid: number;
  /** Command name; never arguments or environment. */
  name: string;
  /** Whether it had ended when the wait did. */
  ended: boolean;
}

/** The verdict on one guard session: the report `mam-guard/1`. */
export interface Verdict extends Judgement {
  schema: 'mam-guard/1';
  verdict: 'clean' | 'leaks' | 'incomplete';
  mode: GuardMode;
  command: string[];
  /** The command's own exit code; null when a signal ended it. */
  exitCode: number | null;
  /** The signal that ended the command, as in `SIGKILL`. */
  signal: string | null;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601. */
  endedAt: string;
  binding: {
    /** Values of the four binding variables as inherited; no other variable's value is ever kept. */
    recorded: Record<string, string>;
    /** Names of the variables that were deleted from the command's environment. */
    dropped: string[];
    /** Names of the variables that were set to the sandbox. */
    pinned: string[];
  };
  watched: Watched[];
  /** How many changes the ignore patterns took out. */
  ignored: number;
  notCovered: NotCovered[];
  survivors: Survivor[];
}
