import { join } from 'node:path';
import type { PresetContext, PresetExpansion } from './preset.ts';
import { tmux } from './tmux.ts';

/**
 * Claude Squad: one store for all repositories, and sessions `claudesquad_*` on the default tmux server.
 *
 * Source: smtg-ai/claude-squad, config/config.go (GetConfigDir: no variable moves it), config/state.go (state.json) and
 * session/git/worktree.go (worktrees/<branch>_<hexadecimal time>; a branch has a prefix such as `user/`).
 */
export function claudeSquad(context: PresetContext): PresetExpansion {
  return {
    watch: [{ path: join(context.home, '.claude-squad'), ignore: WORK }],
    watchTmux: tmux(context).watchTmux,
    dropEnv: ['TMUX', 'TMUX_PANE'],
    redirects: ['HOME alone; CLAUDE_SQUAD_HOME is not read'],
    notes: [],
  };
}

const HEX = '[0-9a-f]'.repeat(12);

// Inside a worktree an agent is at work; that worktrees come and go is the plane.
const WORK = [`/worktrees/*_${HEX}*/*`, `/worktrees/*/*_${HEX}*/*`];
