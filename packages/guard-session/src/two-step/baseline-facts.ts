import type { SessionPlan } from '../session/plan.ts';

/** What a baseline file keeps of the session that it opens, beside the looks; plain JSON. */
export interface BaselineFacts {
  /** ISO 8601. */
  takenAt: string;
  plan: Pick<SessionPlan, 'ambient' | 'cwd' | 'repoRoot' | 'roots'>;
  /** The mark of the run's processes, when the session around (`mam env`) gives them one. */
  sessionId: string | null;
  /** Names of the variables that the session around pinned. */
  pinned: string[];
  /** Sessions files of the sandboxes of the session around. */
  ledgers: string[];
  marksFile: string | null;
  /** Paths whose content changed while nothing ran. */
  idle: string[];
}
