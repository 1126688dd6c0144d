import type { Environment } from '@mam/registry-paths';
import { ControlPlaneError } from '../../errors.ts';
import { quoted } from '../../quoted.ts';
import type { SessionEntry } from '../../sessions-file/document.ts';
import type { UndoStack } from '../../undo.ts';
import type { Mux, PaneFields, PaneRequest, PaneState } from '../mux.ts';
import { UncertainError } from '../run-program.ts';
import { shellQuote } from '../shell-quote.ts';
import { createdPane, type HerdrPane } from './answers.ts';
import { callHerdr, HerdrError, type HerdrServer } from './call.ts';
import { lookAtServer } from './look.ts';
import { waitForShell } from './ready.ts';

export interface HerdrOptions {
  /** The herdr session, a whole server: by default `HERDR_SESSION`, else `default`. */
  herdrSession?: string | undefined;
  env?: Environment;
  /** Bound of each call to herdr, in milliseconds; 10000 by default. */
  timeoutMs?: number | undefined;
}

/**
 * Agent sessions in herdr 0.7 to 0.9: each is a workspace that has its name as the label, with the agent typed into the
 * shell of the root pane.
 */
export function herdrDriver(options: HerdrOptions = {}): Mux {
  const env = options.env ?? process.env;
  const session = options.herdrSession ?? (env.HERDR_SESSION || 'default');
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(session) || session === '.' || session === '..') {
    throw new ControlPlaneError(
      'input',
      `herdr session ${quoted(session)} is not valid: use letters, digits, ".", "_", "-"`,
    );
  }
  const serverOf = (name: string): HerdrServer => ({ session: name, env, timeoutMs: options.timeoutMs ?? 10_000 });
  return {
    kind: 'herdr',
    list: 'herdr_sessions',
    address: { herdr_session: session },
    checkName: () => {},
    open: (request, undo) => open(serverOf(session), request, undo),
    look: (sessions) => look(serverOf, sessions),
    close: (entry) => close(serverOf, entry),
  };
}

async function open(server: HerdrServer, request: PaneRequest, undo: UndoStack): Promise<PaneFields> {
  // Before anything is made, because it can refuse.
  const command = shellQuote(request.program);
  const pane = await createWorkspace(server, request);
  undo.add(`herdr workspace ${pane.workspace_id} of herdr session ${server.session}`, async () => {
    await closeWorkspace(server, pane.workspace_id);
  });
  await waitForShell(server, pane.pane_id, request.signal);
  // `pane run` types its operands, joined by spaces, into the shell and presses Enter.
  await callHerdr(server, ['pane', 'run', pane.pane_id, command], request.signal);
  return { workspace_id: pane.workspace_id, pane_id: pane.pane_id, terminal_id: pane.terminal_id };
}

async function createWorkspace(server: HerdrServer, request: PaneRequest): Promise<HerdrPane> {
  const env = Object.entries(request.env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const args = ['workspace', 'create', '--cwd', request.cwd, '--label', request.name, ...env, '--no-focus'];
  try {
    return createdPane(await callHerdr(server, args, request.signal));
  } catch (error) {
    if (!(error instanceof UncertainError)) throw error;
    const check = `herdr --session ${server.session} workspace list`;
    throw new ControlPlaneError(
      'failed',
      `${error.message}; whether it made a workspace is not known, see \`${check}\``,
    );
  }
}

async function look(serverOf: (name: string) => HerdrServer, sessions: readonly SessionEntry[]): Promise<PaneState[]> {
  const servers = new Map<string, Promise<(session: SessionEntry) => PaneState>>();
  return Promise.all(
    sessions.map(async (session) => {
      const { herdr_session: name, pane_id: pane } = session.fields;
      if (name === undefined || pane === undefined) return { alive: null, reason: 'no pane is recorded' };
      const judge = servers.get(name) ?? lookAtServer(serverOf(name));
      servers.set(name, judge);
      return (await judge)(session);
    }),
  );
}

async function close(serverOf: (name: string) => HerdrServer, entry: SessionEntry): Promise<string[]> {
  const { herdr_session: name, pane_id: pane, workspace_id: workspace } = entry.fields;
  if (name === undefined || pane === undefined || workspace === undefined) {
    return ['no pane is recorded for it, so that none was closed: close a workspace of that name by hand'];
  }
  const server = serverOf(name);
  const state = (await lookAtServer(server))(entry);
  if (state.alive === null) {
    throw new ControlPlaneError('failed', `the pane of ${quoted(entry.name)} cannot be closed: ${state.reason}`);
  }
  if (!state.alive) return state.reason === null ? [] : [`pane ${pane} was not closed: ${state.reason}`];
  await closeWorkspace(server, workspace);
  return [];
}

async function closeWorkspace(server: HerdrServer, workspace: string): Promise<void> {
  try {
    await callHerdr(server, ['workspace', 'close', workspace]);
  } catch (error) {
    if (!(error instanceof HerdrError && error.code === 'workspace_not_found')) throw error;
  }
}
