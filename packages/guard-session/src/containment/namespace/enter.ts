import type { ContainMode } from '../mode.ts';
import type { PlatformFacts } from '../platform/facts.ts';
import type { NamespaceKind } from '../platform/namespace-kind.ts';
import type { Tools } from '../platform/tools.ts';

export interface Entrance {
  tools: Tools;
  how: NamespaceKind;
  mode: ContainMode;
  facts: Pick<PlatformFacts, 'uid' | 'gid'>;
  /** Process id of the holder. */
  holder: number;
  /** Real path of the directory to start in. */
  cwd: string;
}

/**
 * The command line that starts a command inside the namespace. Every program in it replaces itself by the next, so the
 * command has the process id, parent, process group, terminal and descriptors that a plain start would have given it.
 */
export function enterCommand(entrance: Entrance, command: string, args: readonly string[]): [string, ...string[]] {
  const { tools, how, holder, cwd } = entrance;
  const root = `/proc/${holder}/root`;
  return [
    tools.nsenter,
    `--target=${holder}`,
    ...(how === 'root' ? [] : ['--user', '--preserve-credentials']),
    '--mount',
    '--no-fork',
    // Joining a mount namespace leads to its root, which is not this process's when that was changed.
    `--root=${root}`,
    // Through the holder's root: the same path of this process lies below the overlay.
    `--wd=${root}${cwd}`,
    '--',
    ...giveUpRights(entrance),
    command,
    ...args,
  ];
}

/** In a user namespace: back to the own user, with no right over the mounts. As root in `read-only`: without the right to mount. */
function giveUpRights({ tools, how, mode, facts }: Entrance): string[] {
  if (how === 'user-namespace') {
    return [tools.unshare, '--user', `--map-user=${facts.uid}`, `--map-group=${facts.gid}`, '--'];
  }
  if (mode !== 'read-only') return [];
  return [tools.setpriv ?? 'setpriv', '--bounding-set=-sys_admin', '--inh-caps=-sys_admin', '--'];
}
