import { createAgentSession, herdrDriver, type Mux, tmuxDriver } from '@mam/control-plane';
import { CliError } from '../../cli-error.ts';
import { onControlPlane } from '../../control-plane-failure.ts';
import { say } from '../../output/say.ts';
import { interruptible } from './interruptible.ts';

export interface CreateFlags {
  workspace: string;
  agent: string;
  role: string;
  session: string;
  mux: 'herdr' | 'tmux';
  herdrSession?: string;
  tmuxSocket?: string;
  tmuxSocketName?: string;
  timeout: number;
  json?: boolean;
}

/** `mam session create`: prints the agent session, its pane and its onboarding job. */
export async function create(flags: CreateFlags): Promise<void> {
  const { workspace, agent, role, session } = flags;
  const made = await interruptible((signal) =>
    onControlPlane(() => createAgentSession({ workspace, agent, role, session, mux: muxOf(flags), signal })),
  );
  for (const warning of made.job.warnings) say(`warning: ${warning}`);
  const { agentSession, fields, sessionsFile, job } = made;
  if (flags.json) {
    const report = { agent_session: agentSession, ...fields, sessions_file: sessionsFile };
    const onboarding = { ...job.record, record_path: job.recordPath, log_dir: job.logDir };
    process.stdout.write(`${JSON.stringify({ ...report, onboarding_job: onboarding }, null, 2)}\n`);
    return;
  }
  const lines = [
    `agent session   ${agentSession}`,
    `pane            ${fields.pane_id}`,
    `onboarding job  ${job.record.id}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function muxOf(flags: CreateFlags): Mux {
  const { mux, herdrSession, tmuxSocket, tmuxSocketName, timeout: timeoutMs } = flags;
  if (mux === 'herdr') {
    const foreign = tmuxSocket === undefined ? (tmuxSocketName === undefined ? null : '-L') : '-S';
    if (foreign !== null) throw new CliError(`${foreign} names a tmux server: add --mux tmux, or leave it out.`);
    return herdrDriver({ herdrSession, timeoutMs });
  }
  if (herdrSession !== undefined) {
    throw new CliError('--herdr-session names a herdr server: add --mux herdr, or leave it out.');
  }
  return tmuxDriver({ socketPath: tmuxSocket, socketName: tmuxSocketName, timeoutMs });
}
