import { join } from 'node:path';
import { xdgDirectory } from './overrides.ts';
import type { PresetContext, PresetExpansion } from './preset.ts';
import { tmux } from './tmux.ts';

/**
 * Agent Deck. A project's own `.agent-deck/` is no part of the live plane, nor is the cache.
 *
 * Source: asheshgoplani/agent-deck, internal/agentpaths/paths.go (XDG directories, and `~/.agent-deck` as far as it exists)
 * and docs/data-locations.md. Its sessions live on the default tmux server.
 */
export function agentDeck(context: PresetContext): PresetExpansion {
  const rule = { tool: 'agent-deck', trim: true } as const;
  const config = xdgDirectory(context, 'XDG_CONFIG_HOME', rule);
  const data = xdgDirectory(context, 'XDG_DATA_HOME', rule);
  const roots = [join(config.path, 'agent-deck'), join(data.path, 'agent-deck'), join(context.home, '.agent-deck')];
  return {
    watch: [...new Set(roots)].map((path) => ({ path, ignore: CHURN })),
    watchTmux: tmux(context).watchTmux,
    dropEnv: [
      'AGENTDECK_PROFILE',
      'AGENT_DECK_PROFILE',
      'AGENTDECK_INSTANCE_ID',
      'AGENTDECK_TITLE',
      'AGENTDECK_TOOL',
      'TMUX',
      'TMUX_PANE',
    ],
    redirects: [
      'XDG_CONFIG_HOME and XDG_DATA_HOME',
      'HOME, for ~/.agent-deck too',
      'AGENTDECK_PROFILE, AGENT_DECK_PROFILE and -p, which choose a profile inside it and isolate nothing',
    ],
    notes: [...config.notes, ...data.notes],
  };
}

// state.db and its -wal are watched, though an open deck writes its heartbeat there: it holds them open, which tells its
// writes apart.
const CHURN = [
  // Output of every session.
  '/logs/',
  // Shared memory of SQLite: readers write it too.
  '*.db-shm',
  // What hooks of live agents report.
  '/hooks/',
];
