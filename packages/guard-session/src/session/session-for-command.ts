import { BINDING_VARIABLES, type Binding } from '@mam/registry-paths';
import type { OuterSession, SandboxClaim } from '../nested/session-variable.ts';
import { absolute, type SessionPlan } from './plan.ts';

/** What an inner guard session inherits from this one, through the environment of its command. */
export function sessionForCommand(
  plan: SessionPlan,
  pinned: Readonly<Record<string, string>>,
  sandbox?: SandboxClaim,
): OuterSession {
  return {
    ids: [...(plan.outer?.ids ?? []), plan.id],
    recorded: absolute(plan.ambient.recorded, plan.cwd),
    pinned: pinnedBinding(pinned),
    roots: plan.roots,
    ...(sandbox && { sandbox }),
  };
}

/** Those of the pinned variables that belong to the binding. */
function pinnedBinding(pinned: Readonly<Record<string, string>>): Binding {
  const binding: Binding = {};
  for (const name of BINDING_VARIABLES) {
    const value = pinned[name];
    if (value !== undefined) binding[name] = value;
  }
  return binding;
}
