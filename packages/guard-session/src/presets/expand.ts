import { GuardError } from '../guard-error.ts';
import { agentDeck } from './agent-deck.ts';
import { beads } from './beads.ts';
import { claude } from './claude.ts';
import { claudeSquad } from './claude-squad.ts';
import { codex } from './codex.ts';
import { git } from './git.ts';
import { herdr } from './herdr.ts';
import { hermes } from './hermes.ts';
import { mam } from './mam.ts';
import { PRESET_NAMES, type PresetName } from './names.ts';
import type { Preset, PresetContext, PresetExpansion } from './preset.ts';
import { tmux } from './tmux.ts';

const PRESETS: Readonly<Record<PresetName, Preset>> = {
  mam,
  tmux,
  herdr,
  claude,
  codex,
  hermes,
  beads,
  'agent-deck': agentDeck,
  'claude-squad': claudeSquad,
  git,
};

/**
 * What a preset comes to: the live roots of its tool by the tool's own rule of variables and defaults. Makes and changes
 * nothing; looks only at what exists, and into files that point elsewhere.
 * @throws GuardError (usage) for an unknown name.
 */
export function expandPreset(name: PresetName, context: PresetContext): PresetExpansion {
  if (!Object.hasOwn(PRESETS, name)) {
    throw new GuardError('usage', `There is no preset ${JSON.stringify(name)}; use one of ${PRESET_NAMES.join(', ')}.`);
  }
  return PRESETS[name](context);
}
