import { commandEnvironment } from '../ambient/command-environment.ts';
import { createSandbox, type Sandbox } from '../sandbox/create.ts';
import { openMarksFile } from '../session/marks-file.ts';
import type { SessionOptions } from '../session/options.ts';
import { pinnedVariables } from '../session/pinned-variables.ts';
import { planSession, type SessionPlan } from '../session/plan.ts';
import { sessionForCommand } from '../session/session-for-command.ts';

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
 * @param pid The process that guards, should it be another one than this.
 * @throws GuardError for bad options
 */
export function prepareSession(options: SessionOptions = {}, pid: number = process.pid): PreparedSession {
  const plan = planSession(options);
  const owner = { sessionId: plan.id, pid };
  const home = options.sandboxHome ?? false;
  const sandbox = createSandbox({ parents: plan.sandboxParents, live: plan.live, home, owner });
  const pinned = pinnedVariables(sandbox, options);
  const marksFile = openMarksFile(plan, sandbox);
  const env = commandEnvironment({
    ambient: plan.env,
    dropped: plan.ambient.dropped,
    pinned,
    session: sessionForCommand(plan, pinned),
    marksFile,
  });
  return { plan, sandbox, pinned, env, marksFile };
}
