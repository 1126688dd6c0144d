import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { GUARD_VARIABLES } from '../ambient/routing.ts';
import type { Sandbox } from '../sandbox/create.ts';
import type { SessionPlan } from './plan.ts';

/**
 * The marks file of a session: that of the session around, so that its verdict knows the tests too; else one of its own, in
 * its sandbox.
 */
export function openMarksFile({ env }: Pick<SessionPlan, 'env'>, sandbox: Pick<Sandbox, 'path'>): string {
  const outer = env[GUARD_VARIABLES.marks];
  if (outer !== undefined && existsSync(outer)) return outer;
  const own = join(sandbox.path, 'marks.jsonl');
  closeSync(openSync(own, 'a', 0o600));
  return own;
}
