import { createAgentSession } from '../../agent-sessions/create.ts';
import { tmuxDriver } from '../../mux/tmux/driver.ts';
import { paperMux } from '../paper-mux.ts';

/** Makes one agent session, in tmux on the named socket or in panes that are files in `paper`. */
const task = JSON.parse(process.argv[2] ?? '') as { workspace: string; session: string; tmux?: string; paper?: string };
const mux = task.paper === undefined ? tmuxDriver({ socketName: task.tmux }) : paperMux(task.paper);
const { workspace, session } = task;
const made = await createAgentSession({ workspace, session, agent: 'claude', role: 'Creator', mux });
process.stdout.write(`${made.job.record.id}\n`);
