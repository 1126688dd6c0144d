import type { Environment } from '@mam/registry-paths';
import { ControlPlaneError } from '../../errors.ts';
import { type ProgramResult, runProgram } from '../run-program.ts';
import type { TmuxServer } from './socket.ts';

export interface TmuxOptions {
  env: Environment;
  timeoutMs: number;
  cwd?: string;
  signal?: AbortSignal | undefined;
}

/** Calls tmux on one server, which the flags name: `TMUX` is taken away, so that no pane's own server can answer. */
export function callTmux(server: TmuxServer, args: readonly string[], options: TmuxOptions): Promise<ProgramResult> {
  const { TMUX: _server, TMUX_PANE: _pane, ...env } = options.env;
  return runProgram('tmux', [...server.flags, ...args], { ...options, env });
}

/** An argument that tmux takes as it is: at its end, a semicolon would separate commands. */
export function tmuxArgument(text: string): string {
  return text.endsWith(';') ? `${text.slice(0, -1)}\\;` : text;
}

export function tmuxFailure(server: TmuxServer, doing: string, answer: ProgramResult): ControlPlaneError {
  const said = answer.stderr.trim().split('\n')[0] || `exit status ${answer.status}`;
  return new ControlPlaneError('failed', `tmux cannot ${doing} on ${server.path}: ${said}`);
}

const NO_SERVER = /no server running|\((No such file or directory|Connection refused)\)/;
/** A server whose last session was closed takes calls until it is gone, and then answers none of them. */
const ENDED = /^(server exited|lost server)/m;

/** Whether an answer says that there is no server, and so no session. */
export function saysNoServer({ status, stderr }: ProgramResult): boolean {
  return status === 1 && (NO_SERVER.test(stderr) || ENDED.test(stderr));
}
