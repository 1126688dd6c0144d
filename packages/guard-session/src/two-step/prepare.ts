import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { BINDING_VARIABLES } from '@mam/registry-paths';
import { commandEnvironment, pinnedBinding } from '../ambient/command-environment.ts';
import { GUARD_VARIABLES } from '../ambient/routing.ts';
import { createSandbox, type Sandbox } from '../sandbox/create.ts';
import type { SessionOptions } from '../session/options.ts';
import { pinnedVariables } from '../session/pinned-variables.ts';
import { absolute, planSession, type SessionPlan } from '../session/plan.ts';

/** A guard session before its baseline: what a process needs that guards itself and what it starts. */
export interface PreparedSession {
  plan: SessionPlan;
  sandbox: Sandbox;
  /** The variables that the sandbox sets. */
  pinned: Record<string, string>;
  /** The ambient environment without what is dropped, with what is pinned, and with the mark of the session. */
  env: Record<string, string>;
  marksFile: string;
}

/**
 * Records the ambient binding and makes the sandbox, at once and without a look at the live state; for a process that cannot
 * wait, as the configuration of a test runner. `takeSessionSnapshot` with its facts takes the baseline, `checkSince` judges.
 * @throws GuardError for bad options
 */
export function prepareSession(options: SessionOptions = {}): PreparedSession {
  const plan = planSession(options);
  const owner = { sessionId: plan.id, pid: process.pid };
  const home = options.sandboxHome ?? false;
  const sandbox = createSandbox({ parents: plan.sandboxParents, live: plan.live, home, owner });
  const pinned = pinnedVariables(sandbox, options);
  const marksFile = openMarksFile(plan, sandbox);
  const env = commandEnvironment({
    ambient: plan.env,
    dropped: plan.ambient.dropped,
    pinned,
    session: {
      ids: [...(plan.outer?.ids ?? []), plan.id],
      recorded: absolute(plan.ambient.recorded, plan.cwd),
      pinned: pinnedBinding(pinned, BINDING_VARIABLES),
      roots: plan.roots,
    },
    marksFile,
  });
  return { plan, sandbox, pinned, env, marksFile };
}

/** The marks file of the session around, so that its verdict knows the tests too; else one of this session's own. */
function openMarksFile(plan: SessionPlan, sandbox: Sandbox): string {
  const outer = plan.env[GUARD_VARIABLES.marks];
  if (outer !== undefined && existsSync(outer)) return outer;
  const own = join(sandbox.path, 'marks.jsonl');
  closeSync(openSync(own, 'a', 0o600));
  return own;
}
