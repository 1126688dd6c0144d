import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readOverride } from './overrides.ts';
import type { PresetContext, PresetExpansion } from './preset.ts';

/**
 * Every tmux server of the user: sessions on the servers that have a socket now, and new sockets.
 *
 * Source: tmux(1), options -L and -S ("TMUX_TMPDIR or /tmp", "tmux-<uid>"), and ENVIRONMENT; a directory that does not
 * exist is passed over for /tmp. `TMUX` wins over all of it for a client that is started in a pane.
 */
export function tmux(context: PresetContext): PresetExpansion {
  const { path, notes } = readOverride(context, 'TMUX_TMPDIR', { tool: 'tmux' });
  const base = path !== null && exists(path) ? path : '/tmp';
  const directory = join(base, `tmux-${context.uid}`);
  const names = [...new Set(['default', ...list(directory)])];
  const pane = context.env.TMUX?.split(',')[0];
  return {
    // A server marks on its socket whether clients are attached: the mode changes. What happens on the servers that are
    // known is seen through them.
    watch: [{ path: directory, ignore: names.map((name) => `/${escaped(name)}`) }],
    watchTmux: [...new Set([...(pane ? [pane] : []), ...names.map((name) => join(directory, name))])],
    dropEnv: ['TMUX', 'TMUX_PANE'],
    redirects: ['-S', 'TMUX', '-L', 'TMUX_TMPDIR, if it is a directory that exists'],
    notes,
  };
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isSocket())
      .map((entry) => entry.name);
  } catch {
    return [];
  }
}

function exists(path: string): boolean {
  try {
    realpathSync(path);
    return true;
  } catch {
    return false;
  }
}

/** A name as a pattern that means it alone. */
function escaped(name: string): string {
  return name.replaceAll(/[\\*?[\]!# ]/g, (character) => `\\${character}`);
}
