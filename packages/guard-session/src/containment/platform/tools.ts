import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import type { ContainMode } from '../mode.ts';
import type { PlatformFacts } from './facts.ts';
import type { NamespaceKind } from './namespace-kind.ts';

/** Absolute paths of the programs that containment is made of. */
export interface Tools {
  unshare: string;
  nsenter: string;
  mount: string;
  umount: string;
  /** Only there for `read-only` as root, which alone needs it. */
  setpriv: string | null;
}

export type ToolsFound = { tools: Tools } | { missing: string[]; foreign: string[] };

/** Multi-call programs whose versions of the tools know too few options. */
const MULTI_CALL = new Set(['busybox', 'toybox']);

/**
 * The programs for a mode, or which of them are `missing`, and which are `foreign`: there, but not of util-linux.
 * `realName` is a parameter for tests.
 */
export function findTools(
  facts: PlatformFacts,
  mode: ContainMode,
  how: NamespaceKind,
  realName: (path: string) => string = nameOfTarget,
): ToolsFound {
  const needsSetpriv = mode === 'read-only' && how === 'root';
  const names = ['unshare', 'nsenter', 'mount', 'umount', ...(needsSetpriv ? ['setpriv'] : [])];
  const found = new Map(names.map((name) => [name, facts.tool(name)]));
  const missing = names.filter((name) => found.get(name) === null);
  const foreign = ['unshare', 'nsenter', 'setpriv'].filter((name) => {
    const path = found.get(name);
    return typeof path === 'string' && MULTI_CALL.has(realName(path));
  });
  if (missing.length > 0 || foreign.length > 0) return { missing, foreign };
  const path = (name: string) => found.get(name) ?? name;
  return {
    tools: {
      unshare: path('unshare'),
      nsenter: path('nsenter'),
      mount: path('mount'),
      umount: path('umount'),
      setpriv: needsSetpriv ? path('setpriv') : null,
    },
  };
}

function nameOfTarget(path: string): string {
  try {
    return basename(realpathSync(path));
  } catch {
    return basename(path);
  }
}
