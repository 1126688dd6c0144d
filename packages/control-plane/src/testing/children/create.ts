import { createAgentSession } from '../../agent-sessions/create.ts';
import { herdrDriver } from '../../mux/herdr/driver.ts';
import type { Mux } from '../../mux/mux.ts';
import { tmuxDriver } from '../../mux/tmux/driver.ts';
import { paperMux } from '../paper-mux.ts';

/** Makes one agent session: in panes that are files in `paper`, in tmux on the socket named `tmux`, else in herdr. */
interface Task {
  workspace: string;
  session: string;
  paper?: string;
  tmux?: string;
}

const { workspace, session, ...where } = JSON.parse(process.argv[2] ?? '') as Task;
const made = await createAgentSession({ workspace, session, agent: 'claude', role: 'Creator', mux: muxOf(where) });
process.stdout.write(`${made.job.record.id}\n`);

function muxOf({ paper, tmux }: Pick<Task, 'paper' | 'tmux'>): Mux {
  const timeoutMs = 60_000;
  if (paper !== undefined) return paperMux(paper);
  return tmux === undefined ? herdrDriver({ timeoutMs }) : tmuxDriver({ socketName: tmux, timeoutMs });
}
