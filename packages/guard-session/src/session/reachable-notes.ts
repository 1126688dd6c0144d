import { lstatSync } from 'node:fs';
import { defaultHerdrSocket } from '../presets/herdr.ts';
import { tmuxSockets } from '../probes/tmux.ts';
import { type CommandPlace, inherited, isPinned, isSandboxed } from './command-place.ts';
import { homeOf } from './home-of.ts';

/**
 * Live servers that a bare `herdr` or `tmux` in the run still finds, though every variable that leads to one is dropped: by
 * the tool's own default. A sentence each, for servers whose socket is there.
 */
export function reachableNotes(place: CommandPlace & { cwd: string }): string[] {
  return [...herdrNote(place), ...tmuxNote(place)];
}

function herdrNote(place: CommandPlace & { cwd: string }): string[] {
  const { cwd } = place;
  // Where the first is set, herdr does not ask for the other.
  if (isSandboxed('XDG_CONFIG_HOME', place)) return [];
  if (inherited('XDG_CONFIG_HOME', place) === undefined && isSandboxed('HOME', place)) return [];
  const env = leftOf(place);
  const socket = defaultHerdrSocket({ env, home: homeOf(env, cwd), cwd, checkout: cwd, uid: 0 });
  return isSocket(socket)
    ? [
        `A bare herdr in the run still reaches the live server on ${socket}; use --sandbox-home to give the run another home.`,
      ]
    : [];
}

function tmuxNote(place: CommandPlace & { cwd: string }): string[] {
  if (isPinned('TMUX_TMPDIR', place)) return [];
  const { TMUX: _pane, ...env } = leftOf(place);
  const socket = tmuxSockets('default', env, place.cwd).find(isSocket);
  return socket === undefined
    ? []
    : [`A bare tmux in the run still reaches the live server on ${socket}; pin the run (--pin) to give it another.`];
}

/** What the command gets of the ambient environment. */
function leftOf({ env, dropped }: CommandPlace): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.includes(name)));
}

function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket();
  } catch {
    return false;
  }
}
