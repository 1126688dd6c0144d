import type { Environment } from '@mam/registry-paths';
import { ControlPlaneError, reasonOf } from '../errors.ts';
import { createJobId } from '../jobs/job-id.ts';
import { type SubmittedJob, submitJob } from '../jobs/submit.ts';
import { findProgram } from '../mux/find-program.ts';
import type { Mux, PaneFields } from '../mux/mux.ts';
import { checkAgent, checkRole, checkSessionName } from '../names.ts';
import { quoted } from '../quoted.ts';
import type { SessionEntry, SessionsDocument } from '../sessions-file/document.ts';
import { takeBack } from '../sessions-file/take-back.ts';
import { updateSessionsFile } from '../sessions-file/update.ts';
import { UndoStack } from '../undo.ts';
import { onboardingPrompt } from './onboarding.ts';
import { planeOf, type WorkspacePlane } from './workspace.ts';

export interface CreateOptions {
  /** The directory whose control plane the session belongs to, and in which its pane starts. */
  workspace: string;
  /** Name of the agent's program, which the PATH must lead to. */
  agent: string;
  role: string;
  /** Bare name of the session. */
  session: string;
  mux: Mux;
  /** Where the PATH is taken from. */
  env?: Environment;
  /** What a relative workspace is relative to. */
  cwd?: string;
  /** Ends the creation; what was made is undone. */
  signal?: AbortSignal;
}

export interface CreatedAgentSession {
  /** As jobs name it, `herdr:NAME` or `tmux:NAME`. */
  agentSession: string;
  /** Its fields in the sessions file. */
  fields: Readonly<Record<string, string>>;
  sessionsFile: string;
  /** The onboarding job. */
  job: SubmittedJob;
}

/**
 * Makes an agent session: registers it, opens its pane with the whole binding of the workspace, starts the agent, and
 * submits the onboarding job. When it throws, everything was undone in reverse order, or the message says what was not.
 */
export async function createAgentSession(options: CreateOptions): Promise<CreatedAgentSession> {
  const { agent, role, session: name, mux, env = process.env } = options;
  checkSessionName(name);
  mux.checkName(name);
  checkAgent(agent);
  checkRole(role);
  const plane = planeOf(options.workspace, options.cwd);
  const program = findProgram(agent, env);
  if (program === null) {
    throw new ControlPlaneError(
      'input',
      `agent ${quoted(agent)} is not a program on the PATH: install it, or name another`,
    );
  }
  const undo = new UndoStack();
  try {
    return await make({ name, agent, role, mux, plane, program, signal: options.signal }, undo);
  } catch (error) {
    const left = await undo.rollBack();
    const rest = left.length === 0 ? '' : `; could not undo: ${left.join(', ')}`;
    const kind = error instanceof ControlPlaneError ? error.kind : 'failed';
    throw new ControlPlaneError(kind, `agent session ${quoted(name)} was not created: ${reasonOf(error)}${rest}`, {
      cause: error,
    });
  }
}

interface Plan {
  name: string;
  agent: string;
  role: string;
  mux: Mux;
  plane: WorkspacePlane;
  program: string;
  signal: AbortSignal | undefined;
}

async function make(plan: Plan, undo: UndoStack): Promise<CreatedAgentSession> {
  const { name, agent, role, mux, plane, program, signal } = plan;
  const id = createJobId();
  const fields = { id, agent, role, workspace: plane.workspace, created_at: new Date().toISOString(), ...mux.address };
  const ownIn = (sessions: SessionsDocument) => sessions.entries().find((entry) => entry.fields.id === id);

  const registered = await updateSessionsFile(plane.sessionsFile, (sessions) => {
    refuseTaken(name, sessions.entries());
    sessions.add(mux.list, { name, ...fields });
  });
  undo.add(`the entry in ${plane.sessionsFile}`, () =>
    takeBack(registered, (sessions) => {
      const entry = ownIn(sessions);
      if (entry !== undefined) sessions.remove(entry);
    }),
  );

  throwIfAborted(signal);
  const pane: PaneFields = await mux.open(
    { name, id, cwd: plane.workspace, env: plane.binding, program, signal },
    undo,
  );

  const recorded = await updateSessionsFile(plane.sessionsFile, (sessions) => {
    const entry = ownIn(sessions);
    if (entry === undefined) throw new Error('the session was removed meanwhile');
    sessions.set(entry, pane);
  });
  undo.add(`the pane in ${plane.sessionsFile}`, () => takeBack(recorded, () => {}));

  throwIfAborted(signal);
  const agentSession = `${mux.kind}:${name}`;
  const { registryDir, logsDir, sessionsFile } = plane;
  const prompt = onboardingPrompt({ name, role, workspace: plane.workspace });
  const job = await submitJob({ prompt, agent, agentSession, registryDir, logsDir, sessionsFile });
  return { agentSession, fields: { name, ...fields, ...pane }, sessionsFile, job };
}

/** A name is taken in whichever list it stands, because jobs are told apart by it alone. */
function refuseTaken(name: string, entries: readonly SessionEntry[]): void {
  for (const { list, name: taken } of entries) {
    const bare = taken.replace(/^(herdr|tmux|remote):/, '');
    if (bare.toLowerCase() !== name.toLowerCase()) continue;
    const remedy = `remove it with \`mam session remove ${taken}\`, or choose another name`;
    const what = bare === name ? 'is registered already' : `differs from ${quoted(taken)} by case only`;
    throw new ControlPlaneError('input', `${quoted(name)} ${what} in ${list}: ${remedy}`);
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ControlPlaneError('failed', 'interrupted');
}
