import { reasonOf } from '../../errors.ts';
import type { SessionEntry } from '../../sessions-file/document.ts';
import type { PaneState } from '../mux.ts';
import { listedPanes, workspaceLabels } from './answers.ts';
import { callHerdr, HerdrError, type HerdrServer } from './call.ts';

const NOT_RUNNING = 'its herdr server is not running, and may bring the pane back when it starts';

/**
 * Looks at one server. The answer judges sessions of it: a pane counts as theirs when it has the recorded id and either
 * the recorded terminal or, since a restart gives new terminals, a workspace that still has the session's name.
 */
export async function lookAtServer(server: HerdrServer): Promise<(session: SessionEntry) => PaneState> {
  try {
    const panes = listedPanes(await callHerdr(server, ['pane', 'list']));
    const labels = workspaceLabels(await callHerdr(server, ['workspace', 'list']));
    return ({ name, fields }) => {
      const pane = panes.find((found) => found.pane_id === fields.pane_id);
      if (pane === undefined) return { alive: false, reason: 'the pane is gone' };
      const ours = pane.terminal_id === fields.terminal_id || labels.get(pane.workspace_id) === name;
      return ours ? { alive: true, reason: null } : { alive: false, reason: 'its pane id is another pane now' };
    };
  } catch (error) {
    const stopped = error instanceof HerdrError && error.code === 'server_not_running';
    return () => (stopped ? { alive: false, reason: NOT_RUNNING } : { alive: null, reason: reasonOf(error) });
  }
}
