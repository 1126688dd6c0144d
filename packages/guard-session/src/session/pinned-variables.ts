import { BINDING_VARIABLES } from '@mam/registry-paths';
import { anyPattern } from '../ambient/name-pattern.ts';
import type { Sandbox } from '../sandbox/create.ts';
import type { SessionOptions } from './options.ts';

/** Pinned with the binding: a bare `tmux` in the run must not find the default server. */
const WITH_THE_BINDING: readonly string[] = [...BINDING_VARIABLES, 'TMUX_TMPDIR'];

/** What a session sets in the environment of its command: all that the sandbox gives, less what the user keeps. */
export function pinnedVariables(
  sandbox: Sandbox,
  { pin = true, keepEnv = [] }: Pick<SessionOptions, 'pin' | 'keepEnv'>,
): Record<string, string> {
  const keeps = anyPattern(keepEnv);
  const entries = Object.entries(sandbox.env).filter(
    ([name]) => !keeps(name) && (pin || !WITH_THE_BINDING.includes(name)),
  );
  return Object.fromEntries(entries);
}
