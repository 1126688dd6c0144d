import { execFile } from 'node:child_process';
import { existsSync, lstatSync, type Stats } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Environment } from '@mam/registry-paths';
import { displayPath, type Observation } from '@mam/state-guard';
import type { Probe } from './probe.ts';

/** How long a server may take to answer, in milliseconds. */
const TIME_BOUND = 5000;

export interface TmuxSession {
  /** Bytes of its name as latin1. */
  name: string;
  /** Seconds since the epoch. */
  created: number;
}

/** The sessions of a server, none where no server runs; or why they could not be seen. */
export type TmuxLook = { sessions: TmuxSession[] } | { failure: string };

/** Watches the sessions of the tmux server on a socket. Never starts a server. */
export function tmuxProbe(socket: string, env: Environment): Probe<TmuxLook> {
  const look = () => listSessions(socket, env);
  return {
    name: 'tmux',
    look,
    async compare(before) {
      const now = await look();
      const failure = 'failure' in before ? before.failure : 'failure' in now ? now.failure : null;
      if (failure !== null || 'failure' in before || 'failure' in now) {
        const reason = failure ?? '';
        return { observations: [], notCovered: [{ path: socket, reason }], watched: [], ignored: 0 };
      }
      return {
        observations: compareSessions(socket, before.sessions, now.sessions),
        notCovered: [],
        watched: [{ probe: 'tmux', path: socket, entries: before.sessions.length }],
        ignored: 0,
      };
    },
  };
}

/**
 * The sockets that `--watch-tmux` means: the path itself; for `default` the server of the pane that the guard was started
 * in, and the one that a bare `tmux` outside a pane talks to. Absolute paths: a later look may come from another directory.
 */
export function tmuxSockets(watch: string, env: Environment, cwd: string): string[] {
  if (watch !== 'default') return [resolve(cwd, watch)];
  const pane = env.TMUX?.split(',')[0];
  const given = resolve(cwd, env.TMUX_TMPDIR || '/tmp');
  // As tmux does: a directory that does not exist is passed over.
  const bare = join(existsSync(given) ? given : '/tmp', `tmux-${process.getuid?.() ?? 0}`, 'default');
  return [...new Set([...(pane ? [resolve(cwd, pane)] : []), bare])];
}

function compareSessions(socket: string, before: readonly TmuxSession[], now: readonly TmuxSession[]): Observation[] {
  const was = new Map(before.map((session) => [session.name, session]));
  const is = new Map(now.map((session) => [session.name, session]));
  const gone = before.filter(({ name }) => !is.has(name)).map((session) => observe('removed', socket, session));
  const came = now.flatMap((session) => {
    const former = was.get(session.name);
    if (former === undefined) return [observe('added', socket, session)];
    // Another session under the same name: the former one was ended.
    return former.created === session.created ? [] : [observe('modified', socket, session)];
  });
  return [...gone, ...came];
}

function observe(change: Observation['change'], socket: string, { name, created }: TmuxSession): Observation {
  const shown = displayPath(name);
  return {
    change,
    entry: 'tmux-session',
    path: `tmux:${shown.path}`,
    probe: 'tmux',
    by: 'unknown',
    at: change === 'removed' ? null : new Date(created * 1000).toISOString(),
    late: false,
    detail: { socket, ...(shown.pathBase64 === undefined ? {} : { pathBase64: shown.pathBase64 }) },
  };
}

function listSessions(socket: string, env: Environment): Promise<TmuxLook> {
  const stat = lookAt(socket);
  if (typeof stat === 'string') return Promise.resolve({ failure: stat });
  if (stat === null) return Promise.resolve({ sessions: [] });
  if (!stat.isSocket() && !stat.isSymbolicLink()) return Promise.resolve({ failure: 'it is no socket' });
  return new Promise((settle) => {
    const { TMUX: _pane, ...clean } = env;
    execFile(
      'tmux',
      ['-S', socket, 'list-sessions', '-F', '#{session_created} #{session_name}'],
      { env: clean, encoding: 'latin1', timeout: TIME_BOUND, killSignal: 'SIGKILL' },
      (error, stdout, stderr) =>
        settle(error ? explain(error, stderr) : { sessions: stdout.split('\n').flatMap(parse) }),
    );
  });
}

/** What is at a path, null for nothing; or why that cannot be seen. */
function lookAt(path: string): Stats | string | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

function parse(line: string): TmuxSession[] {
  const match = /^(\d+) (.*)$/.exec(line);
  return match ? [{ created: Number(match[1]), name: match[2] ?? '' }] : [];
}

function explain(error: Error & { code?: unknown; killed?: boolean }, stderr: string): TmuxLook {
  if (error.code === 'ENOENT') return { failure: 'tmux is not installed; install it, or take the watch out' };
  if (error.killed) return { failure: `its server gave no answer within ${TIME_BOUND} ms` };
  // A socket that outlived its server, and a server that is ending: it has no session left.
  if (/no server running|No such file or directory|Connection refused|^server exited|^lost server/m.test(stderr)) {
    return { sessions: [] };
  }
  return { failure: stderr.trim() || error.message };
}
