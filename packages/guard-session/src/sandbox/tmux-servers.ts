import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** How long one server may take to end, in milliseconds. */
const BOUND = 2000;

/** Ends every tmux server whose socket lies inside a sandbox; a socket that is no tmux server's is left to itself. */
export async function endTmuxServers(sandbox: string): Promise<void> {
  const sockets = findSockets(sandbox);
  await Promise.all(sockets.map(endServer));
}

function endServer(socket: string): Promise<void> {
  // `-N` would be right, but only tmux 3.3 has it; kill-server starts no server in any version.
  return new Promise((resolve) => {
    execFile('tmux', ['-S', socket, 'kill-server'], { timeout: BOUND, killSignal: 'SIGKILL' }, () => resolve());
  });
}

function findSockets(directory: string): string[] {
  const found: string[] = [];
  const pending = [directory];
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    for (const entry of list(dir)) {
      if (entry.isSocket()) found.push(join(dir, entry.name));
      else if (entry.isDirectory()) pending.push(join(dir, entry.name));
    }
  }
  return found;
}

function list(dir: string) {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}
