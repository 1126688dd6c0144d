/** Names of the presets, in the order in which help lists them. */
export const PRESET_NAMES = [
  'mam',
  'tmux',
  'herdr',
  'claude',
  'codex',
  'hermes',
  'beads',
  'agent-deck',
  'claude-squad',
  'git',
] as const;

export type PresetName = (typeof PRESET_NAMES)[number];
