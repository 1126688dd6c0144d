import { stateDirs } from '@mam/state-guard';
import { type Containment, openContainment } from '../../containment/containment.ts';
import type { ContainMode } from '../../containment/mode.ts';
import { planContainment } from '../../containment/plan/plan.ts';
import { probeContainment, whyUnavailable } from '../../containment/probe/probe.ts';
import { GuardError } from '../../guard-error.ts';
import { absolute, type SessionPlan } from '../plan.ts';

/**
 * Contains everything that a session watches and that is there.
 * @param keepReal the session's own files, which the run writes as they are
 * @throws GuardError (incomplete) in a sentence with the cause and the remedy, when the mode is not to be had
 */
export async function contain(plan: SessionPlan, mode: ContainMode, keepReal: readonly string[]): Promise<Containment> {
  // It costs a trial of its own, so elsewhere than on Linux it is asked first, and on Linux only after a failure.
  if (process.platform !== 'linux') await explain(mode);
  const { registries, auditLogs } = stateDirs(plan.roots, absolute(plan.ambient.recorded, plan.cwd));
  const planned = planContainment([...plan.roots, ...registries, ...auditLogs, ...plan.watches], mode, { keepReal });
  const [refused] = planned.refused;
  if (refused !== undefined) {
    throw new GuardError('incomplete', `${refused.path} cannot be contained: ${refused.reason}.`);
  }
  try {
    return await openContainment({ plan: planned });
  } catch (error) {
    await explain(mode);
    throw error;
  }
}

async function explain(mode: ContainMode): Promise<void> {
  const availability = await probeContainment(mode);
  if (!availability.available) throw new GuardError('incomplete', whyUnavailable(mode, availability));
}
