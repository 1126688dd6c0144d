import { dirname, join } from 'node:path';
import { ROUTING_VARIABLES } from '../ambient/routing.ts';
import { isInside } from '../sandbox/create.ts';
import { readOverride, xdgDirectory } from './overrides.ts';
import type { PresetContext, PresetExpansion, PresetWatch } from './preset.ts';

const RULE = { tool: 'herdr', empty: 'cwd' } as const;

/**
 * Source: herdr 0.8.2, src/config/io.rs (config_dir, state_dir, config_path) and src/session.rs (sockets, sessions);
 * herdr.dev documentation, worktrees. Debug builds, which use `herdr-dev`, are not the live plane.
 */
export function herdr(context: PresetContext): PresetExpansion {
  const config = xdgDirectory(context, 'XDG_CONFIG_HOME', RULE);
  const state = xdgDirectory(context, 'XDG_STATE_HOME', RULE);
  const configFile = readOverride(context, 'HERDR_CONFIG_PATH', { ...RULE, empty: 'nothing' });
  const socket = readOverride(context, 'HERDR_SOCKET_PATH', { ...RULE, empty: 'nothing' });
  const base = join(config.path, 'herdr');
  const apart = [configFile.path, socket.path].filter((path) => path !== null && !isInside(path, base));
  return {
    watch: [
      sessions(base),
      { path: join(state.path, 'herdr'), ignore: [] },
      // Inside a worktree an agent is at work; that worktrees come and go is the plane.
      { path: join(context.home, '.herdr/worktrees'), ignore: ['/*/*/*'] },
      ...apart.flatMap((path) => (path === null ? [] : [{ path, ignore: [] }])),
    ],
    watchTmux: [],
    // Settings (HERDR_CONFIG_PATH, HERDR_LOG, HERDR_DISABLE_SOUND) route nothing and stay.
    dropEnv: [...ROUTING, 'HERDR_PLUGIN_*', 'HERDR_ACTIVE_*'],
    redirects: [
      '--session',
      'HERDR_SOCKET_PATH, which beats HERDR_SESSION',
      'HERDR_SESSION',
      'XDG_CONFIG_HOME and XDG_STATE_HOME',
      'HOME',
      'HERDR_CONFIG_PATH, for config.toml alone',
    ],
    notes: [...config.notes, ...state.notes, ...configFile.notes, ...socketNotes(socket.path, base, socket.notes)],
  };
}

const ROUTING = ROUTING_VARIABLES.filter((name) => name.startsWith('HERDR_'));

/** Where a bare `herdr` finds the server of its default session. */
export function defaultHerdrSocket(context: PresetContext): string {
  return join(xdgDirectory(context, 'XDG_CONFIG_HOME', RULE).path, 'herdr', 'herdr.sock');
}

function sessions(base: string): PresetWatch {
  return {
    path: base,
    ignore: [
      // The running server appends to its logs.
      '*.log',
      // What scrolls by in panes, saved again and again when pane_history is on.
      'session-history.json',
      // Written beside the file and renamed onto it at every save.
      '*.json.tmp',
    ],
    // The server saves the whole session when a person moves the focus, resizes a split or changes directory.
    meaning: {
      kind: 'json',
      files: ['session.json', 'sessions/*/session.json'],
      churn: [
        'active',
        'selected',
        'active_tab',
        'focused',
        'zoomed',
        'ratio',
        'cwd',
        'identity_cwd',
        'collapsed_space_keys',
        'sidebar_*',
      ],
    },
  };
}

function socketNotes(socket: string | null, base: string, notes: string[]): string[] {
  if (socket === null || isInside(socket, base)) return notes;
  const where = dirname(socket);
  return [
    ...notes,
    `HERDR_SOCKET_PATH names a server whose session is not under ${base}; if its files lie in ${where}, add -w ${where}.`,
  ];
}
