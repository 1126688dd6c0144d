import { BINDING_VARIABLES } from '@mam/registry-paths';
import { anyPattern } from '../ambient/name-pattern.ts';
import type { Sandbox } from '../sandbox/create.ts';
import { HOME_FAMILY } from '../sandbox/home-family.ts';
import type { SessionOptions } from './options.ts';

/** Pinned with the binding: a bare `tmux` in the run must not find the default server. */
const WITH_THE_BINDING: readonly string[] = [...BINDING_VARIABLES, 'TMUX_TMPDIR'];

type PinOptions = Pick<SessionOptions, 'pin' | 'keepEnv'>;

/** What a session sets in the environment of its command: all that the sandbox gives, less what the user keeps. */
export function pinnedVariables(sandbox: Sandbox, options: PinOptions): Record<string, string> {
  const isSet = setBy(options);
  return Object.fromEntries(Object.entries(sandbox.env).filter(([name]) => isSet(name)));
}

/** The names of the same, before there is a sandbox, sorted. */
export function pinnedNames(options: PinOptions & Pick<SessionOptions, 'sandboxHome'>): string[] {
  return [...WITH_THE_BINDING, ...(options.sandboxHome ? HOME_FAMILY : [])].filter(setBy(options)).sort();
}

function setBy({ pin = true, keepEnv = [] }: PinOptions): (name: string) => boolean {
  const keeps = anyPattern(keepEnv);
  return (name) => !keeps(name) && (pin || !WITH_THE_BINDING.includes(name));
}
