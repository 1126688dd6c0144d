import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mux } from '../mux/mux.ts';

/** A multiplexer whose panes are files in a directory that is there: for tests in which real ones would be too many. */
export function paperMux(dir: string): Mux {
  return {
    kind: 'tmux',
    list: 'tmux_sessions',
    address: { socket: dir },
    checkName: () => {},
    async open({ name, id, env }, undo) {
      const pane = join(dir, id);
      undo.add(`pane ${name}`, () => rmSync(pane));
      writeFileSync(pane, JSON.stringify(env));
      return { pane_id: id };
    },
    async look(sessions) {
      return sessions.map(({ fields }) => ({ alive: existsSync(join(dir, fields.id ?? '-')), reason: null }));
    },
    async close({ fields }) {
      rmSync(join(dir, fields.id ?? '-'), { force: true });
      return [];
    },
  };
}
