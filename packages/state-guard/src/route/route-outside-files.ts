import type { Environment } from '@mam/registry-paths';
import type { ChangeDetail } from '../model.ts';

/** The likely way to what is no file: a tmux session, a process, a line of a command's output. Null when none is known. */
export function routeOutsideFiles(path: string, detail: ChangeDetail, environment: Environment): string | null {
  const [, kind, name = ''] = /^([a-z]+):([^#]*)/.exec(path) ?? [];
  switch (kind) {
    case 'tmux':
      return typeof detail.socket === 'string' ? toServer(detail.socket, environment) : null;
    case 'process':
      return 'the command started it, and did not end it';
    case 'command':
      return `what ${name} prints is kept by a program, not in a watched file`;
    default:
      return null;
  }
}

function toServer(socket: string, { TMUX = '', TMUX_TMPDIR = '' }: Environment): string {
  if (TMUX.split(',')[0] === socket) return 'TMUX';
  if (!/\/tmux-\d+\/default$/.test(socket)) return `the tmux socket ${socket}`;
  const inDirectory = TMUX_TMPDIR !== '' && socket.startsWith(TMUX_TMPDIR);
  return inDirectory ? 'TMUX_TMPDIR' : 'the default tmux server';
}
