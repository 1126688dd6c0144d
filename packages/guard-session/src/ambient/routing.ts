/**
 * Variables of the multiplexers that send a process to a live server or say which pane it sits in.
 * herdr's user settings (`HERDR_CONFIG_PATH`, `HERDR_LOG`, `HERDR_DISABLE_SOUND`) route nothing and are kept.
 */
export const ROUTING_VARIABLES: readonly string[] = [
  'HERDR_SOCKET_PATH',
  'HERDR_CLIENT_SOCKET_PATH',
  'HERDR_SESSION',
  'HERDR_ENV',
  'HERDR_WORKSPACE_ID',
  'HERDR_TAB_ID',
  'HERDR_PANE_ID',
  'HERDR_STARTUP_CWD',
  'HERDR_ACTIVE_WORKSPACE_ID',
  'HERDR_ACTIVE_TAB_ID',
  'HERDR_ACTIVE_PANE_ID',
  // An absolute path to the live herdr goes past a mock on the PATH.
  'HERDR_BIN_PATH',
  'TMUX',
  'TMUX_PANE',
];

/** The guard's own variables: never dropped, whatever the user's patterns say. */
export const GUARD_VARIABLES = { session: 'MAM_GUARD_SESSION', marks: 'MAM_GUARD_MARKS' } as const;
