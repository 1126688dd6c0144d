import { reasonOf } from '../../errors.ts';
import type { PaneState } from '../mux.ts';
import { callTmux, saysNoServer, type TmuxOptions, tmuxFailure } from './call.ts';
import type { TmuxServer } from './socket.ts';

/** The option of a tmux session that says which agent session it was made for. */
export const MARK = '@mam_session';

/** A pane of a marked tmux session. */
export interface MarkedPane {
  /** tmux's own id of the session, as in `$3`: exact, and never given twice. */
  sessionId: string;
  /** Id of the agent session. */
  mark: string;
  /** Its program has ended. */
  dead: boolean;
}

/** The panes of one server that agent sessions were made for. A server that is not there has none. */
export async function markedPanes(server: TmuxServer, options: TmuxOptions): Promise<MarkedPane[]> {
  const answer = await callTmux(server, ['list-panes', '-a', '-F', `#{session_id} #{pane_dead} #{${MARK}}`], options);
  if (saysNoServer(answer)) return [];
  if (answer.status !== 0) throw tmuxFailure(server, 'list its panes', answer);
  const lines = answer.stdout.split('\n').map((line) => line.split(' '));
  return lines.flatMap(([sessionId, dead, mark]) =>
    sessionId && mark ? [{ sessionId, mark, dead: dead === '1' }] : [],
  );
}

/** Looks at one server. The answer judges the agent session of an id. */
export async function lookAtServer(server: TmuxServer, options: TmuxOptions): Promise<(id: string) => PaneState> {
  try {
    const panes = await markedPanes(server, options);
    return (id) => {
      const own = panes.filter((pane) => pane.mark === id);
      if (own.some((pane) => !pane.dead)) return { alive: true, reason: null };
      return { alive: false, reason: own.length > 0 ? 'its agent has ended' : 'the pane is gone' };
    };
  } catch (error) {
    return () => ({ alive: null, reason: reasonOf(error) });
  }
}
