import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Environment } from '@mam/registry-paths';
import { ControlPlaneError } from '../../errors.ts';
import { quoted } from '../../quoted.ts';

/** A tmux server: how to name it on a command line, and the path of its socket. */
export interface TmuxServer {
  flags: readonly string[];
  path: string;
}

export interface SocketOptions {
  /** Path of a socket, as `tmux -S` takes it. */
  socketPath?: string | undefined;
  /** Name of a socket, as `tmux -L` takes it. */
  socketName?: string | undefined;
  env: Environment;
}

/** The server that tmux itself would choose: `-S`, `-L`, `TMUX`, then the one named `default` under `TMUX_TMPDIR`. */
export function chooseServer({ socketPath, socketName, env }: SocketOptions): TmuxServer {
  if (socketPath !== undefined && socketName !== undefined) {
    throw new ControlPlaneError('input', 'a tmux socket is named by a path or by a name: give one of the two');
  }
  if (socketPath === '') throw new ControlPlaneError('input', 'the path of the tmux socket is empty');
  if (socketPath !== undefined) return serverAt(resolve(socketPath));
  if (socketName !== undefined) return serverNamed(socketName, env);
  const ambient = env.TMUX?.split(',')[0];
  return ambient ? serverAt(ambient) : serverNamed('default', env);
}

export function serverAt(path: string): TmuxServer {
  return { flags: ['-S', path], path };
}

/** By its name, so that tmux makes and checks the directory of the socket as it always does. */
function serverNamed(name: string, env: Environment): TmuxServer {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)) {
    throw new ControlPlaneError(
      'input',
      `tmux socket name ${quoted(name)} is not valid: use letters, digits, ".", "_", "-"`,
    );
  }
  return { flags: ['-L', name], path: join(socketBase(env), `tmux-${process.getuid?.() ?? 0}`, name) };
}

function socketBase(env: Environment): string {
  for (const base of [env.TMUX_TMPDIR, '/tmp']) {
    try {
      if (base) return realpathSync.native(base);
    } catch {
      // tmux passes over one that is not there.
    }
  }
  return '/tmp';
}
