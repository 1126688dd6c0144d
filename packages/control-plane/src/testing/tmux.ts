import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Workspace } from './workspace.ts';

/** The tmux server named `t` of a workspace: its socket is in the workspace's temp directory. */
export interface PrivateTmux {
  socket: string;
  run(...args: string[]): { status: number | null; stdout: string; stderr: string };
  /** Names of its sessions, sorted. */
  sessions(): string[];
  /** Ends it. */
  stop(): void;
}

export function privateTmux(workspace: Workspace): PrivateTmux {
  const socket = join(workspace.env.TMUX_TMPDIR ?? '', `tmux-${process.getuid?.() ?? 0}`, 't');
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('tmux', ['-L', 't', ...args], {
      env: workspace.env,
      encoding: 'utf8',
    });
    // Null where there is no tmux.
    return { status, stdout: stdout ?? '', stderr: stderr ?? '' };
  };
  return {
    socket,
    run,
    sessions: () => run('list-sessions', '-F', '#{session_name}').stdout.split('\n').filter(Boolean).sort(),
    stop: () => void run('kill-server'),
  };
}

export const hasTmux: boolean = spawnSync('tmux', ['-V']).status === 0;
