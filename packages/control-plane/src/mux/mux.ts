import type { SessionEntry, SessionList } from '../sessions-file/document.ts';
import type { UndoStack } from '../undo.ts';

/** A pane to open, with the one program that runs in it. */
export interface PaneRequest {
  /** Bare name of the agent session. */
  name: string;
  /** Unique id of the agent session. */
  id: string;
  /** Absolute path of the directory to start in. */
  cwd: string;
  /** Variables of the pane, beside those of the multiplexer. */
  env: Readonly<Record<string, string>>;
  /** Absolute path of the agent's program; it gets no arguments. */
  program: string;
  /** Ends a wait. */
  signal?: AbortSignal | undefined;
}

/** What a multiplexer keeps of a pane in the sessions file. */
export type PaneFields = Readonly<Record<string, string>>;

export interface PaneState {
  /** Whether the pane is there and its program has not ended; null when it cannot be told. */
  alive: boolean | null;
  /** Why it is not alive, or cannot be told; null when it is. */
  reason: string | null;
}

/** A multiplexer that agent sessions run in. */
export interface Mux {
  readonly kind: 'herdr' | 'tmux';
  /** The list of the sessions file that its sessions stand in. */
  readonly list: SessionList;
  /** What is known of a pane before it opens: which server it will be in. */
  readonly address: PaneFields;
  /** Refuses a session name that the multiplexer would change. */
  checkName(name: string): void;
  /** Opens a pane and starts its program; whatever it made is on the undo stack, also when it throws. */
  open(request: PaneRequest, undo: UndoStack): Promise<PaneFields>;
  /** How the panes of registered sessions are, in the order given. Never throws: what cannot be told says why. */
  look(sessions: readonly SessionEntry[]): Promise<PaneState[]>;
  /** Closes the pane of a registered session, if it is there and is the one that was opened. Returns warnings. */
  close(session: SessionEntry): Promise<string[]>;
}
