import { basename, dirname, join } from 'node:path';
import { readOverride, xdgDirectory } from './overrides.ts';
import type { PresetContext, PresetExpansion } from './preset.ts';

/**
 * Hermes Agent.
 *
 * Source: NousResearch/hermes-agent, hermes_constants.py (get_process_hermes_home, get_default_hermes_root),
 * gateway/status.py (gateway_state.json, locks) and hermes-agent.nousresearch.com/docs, session-storage and configuration.
 */
export function hermes(context: PresetContext): PresetExpansion {
  const rule = { tool: 'hermes', trim: true } as const;
  const home = readOverride(context, 'HERMES_HOME', rule);
  const kanban = readOverride(context, 'HERMES_KANBAN_HOME', rule);
  const board = readOverride(context, 'HERMES_KANBAN_DB', rule);
  const locks = readOverride(context, 'HERMES_GATEWAY_LOCK_DIR', rule);
  const state = xdgDirectory(context, 'XDG_STATE_HOME', { tool: 'hermes', empty: 'cwd' });
  const fallback = join(context.home, `.hermes${context.env.HERMES_DATA_DIR_SUFFIX ?? ''}`);
  const homes = [home.path === null ? fallback : rootOf(home.path), kanban.path].filter((path) => path !== null);
  return {
    watch: [
      ...[...new Set(homes)].map((path) => ({ path, ignore: CHURN })),
      { path: locks.path ?? join(state.path, 'hermes'), ignore: [] },
      ...(board.path === null ? [] : [{ path: board.path, ignore: [] }]),
    ],
    watchTmux: [],
    dropEnv: [
      'HERMES_HOME',
      'HERMES_DATA_DIR_SUFFIX',
      'HERMES_KANBAN_HOME',
      'HERMES_KANBAN_DB',
      'HERMES_KANBAN_BOARD',
      'HERMES_KANBAN_WORKSPACES_ROOT',
      'HERMES_GATEWAY_LOCK_DIR',
    ],
    redirects: [
      'HERMES_HOME',
      'HOME, with HERMES_DATA_DIR_SUFFIX',
      'HERMES_KANBAN_DB and HERMES_KANBAN_HOME, for boards',
    ],
    notes: [...home.notes, ...kanban.notes, ...board.notes, ...locks.notes, ...state.notes],
  };
}

/** A profile's home lies in `<root>/profiles`, and its tools act on the root too. */
function rootOf(home: string): string {
  return basename(dirname(home)) === 'profiles' ? dirname(dirname(home)) : home;
}

const CHURN = [
  // The gateway's own logs, of every profile.
  '/logs/',
  '/profiles/*/logs/',
  // The gateway says that it is alive.
  'gateway_state.json',
  'ticker_heartbeat',
  'ticker_last_success',
  // Shared memory of SQLite: readers write it too.
  '*.db-shm',
  // The program: its checkout, with byte code that Python caches.
  '/hermes-agent/',
];
