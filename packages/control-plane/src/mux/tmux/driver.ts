import type { Environment } from '@mam/registry-paths';
import { ControlPlaneError } from '../../errors.ts';
import { quoted } from '../../quoted.ts';
import type { SessionEntry } from '../../sessions-file/document.ts';
import type { UndoStack } from '../../undo.ts';
import type { Mux, PaneFields, PaneRequest, PaneState } from '../mux.ts';
import { UncertainError } from '../run-program.ts';
import { callTmux, saysNoServer, type TmuxOptions, tmuxArgument, tmuxFailure } from './call.ts';
import { lookAtServer, MARK, markedPanes } from './look.ts';
import { chooseServer, serverAt, type TmuxServer } from './socket.ts';

export interface TmuxDriverOptions {
  /** Path of the socket, as `tmux -S` takes it. */
  socketPath?: string | undefined;
  /** Name of the socket, as `tmux -L` takes it. Without both, the server that tmux itself would choose. */
  socketName?: string | undefined;
  env?: Environment;
  /** Bound of each call to tmux, in milliseconds; 10000 by default. */
  timeoutMs?: number | undefined;
}

/** Agent sessions in tmux 3.2 or newer: each is a tmux session of its name, whose pane runs the agent itself, no shell. */
export function tmuxDriver(options: TmuxDriverOptions = {}): Mux {
  const env = options.env ?? process.env;
  const calling: TmuxOptions = { env, timeoutMs: options.timeoutMs ?? 10_000 };
  const server = chooseServer({ socketPath: options.socketPath, socketName: options.socketName, env });
  return {
    kind: 'tmux',
    list: 'tmux_sessions',
    address: { socket: server.path },
    checkName,
    open: (request, undo) => open(server, request, calling, undo),
    look: (sessions) => look(sessions, calling),
    close: (entry) => close(entry, calling),
  };
}

function checkName(name: string): void {
  if (!name.includes('.')) return;
  throw new ControlPlaneError(
    'input',
    `session name ${quoted(name)} has a ".", which tmux would change: use "_" or "-"`,
  );
}

/** One call, so that there is no session without its mark. */
async function open(
  server: TmuxServer,
  request: PaneRequest,
  calling: TmuxOptions,
  undo: UndoStack,
): Promise<PaneFields> {
  const { name, id, cwd, env, program, signal } = request;
  const variables = Object.entries(env).flatMap(([key, value]) => ['-e', tmuxArgument(`${key}=${value}`)]);
  const printed = ['-P', '-F', '#{session_id} #{pane_id} #{socket_path}'];
  // More than one word is a program with its arguments; a single one would be text for a shell.
  const command = ['/bin/sh', '-c', 'exec "$0"', tmuxArgument(program)];
  const mark = [';', 'set-option', '-t', `=${name}:`, MARK, id];
  // A pane that stays shows how its agent ended.
  const remain = [';', 'set-option', '-p', '-t', `=${name}:`, 'remain-on-exit', 'on'];
  // The directory is given by starting there: `-c` would expand formats in it, and run what they say.
  const created = ['new-session', '-d', ...printed, '-s', name, ...variables, ...command, ...mark, ...remain];
  const answer = await callTmux(server, created, { ...calling, cwd, signal }).catch((error: unknown) => {
    if (!(error instanceof UncertainError)) throw error;
    const check = `tmux -S ${server.path} list-sessions`;
    throw new ControlPlaneError('failed', `${error.message}; whether it made a session is not known, see \`${check}\``);
  });
  const [sessionId, pane, ...path] = answer.stdout.trim().split(' ');
  const real = path.length > 0 ? serverAt(path.join(' ')) : server;
  if (sessionId?.startsWith('$')) {
    undo.add(`tmux session ${name} on ${real.path}`, () => kill(real, sessionId, calling));
  }
  if (answer.status !== 0 || pane === undefined) throw tmuxFailure(server, `open session ${quoted(name)}`, answer);
  return { socket: real.path, pane_id: pane };
}

async function look(sessions: readonly SessionEntry[], calling: TmuxOptions): Promise<PaneState[]> {
  const servers = new Map<string, Promise<(id: string) => PaneState>>();
  return Promise.all(
    sessions.map(async ({ fields: { socket, id } }) => {
      if (socket === undefined || id === undefined) return { alive: null, reason: 'no pane is recorded' };
      const judge = servers.get(socket) ?? lookAtServer(serverAt(socket), calling);
      servers.set(socket, judge);
      return (await judge)(id);
    }),
  );
}

async function close(entry: SessionEntry, calling: TmuxOptions): Promise<string[]> {
  const { socket, id } = entry.fields;
  if (socket === undefined || id === undefined) {
    return ['no pane is recorded for it, so that none was closed: end a tmux session of that name by hand'];
  }
  const server = serverAt(socket);
  const panes = await markedPanes(server, calling);
  for (const sessionId of new Set(panes.filter((pane) => pane.mark === id).map((pane) => pane.sessionId))) {
    await kill(server, sessionId, calling);
  }
  return [];
}

async function kill(server: TmuxServer, sessionId: string, calling: TmuxOptions): Promise<void> {
  const answer = await callTmux(server, ['kill-session', '-t', sessionId], calling);
  const gone = saysNoServer(answer) || answer.stderr.includes("can't find session");
  if (answer.status !== 0 && !gone) throw tmuxFailure(server, 'end a session', answer);
}
