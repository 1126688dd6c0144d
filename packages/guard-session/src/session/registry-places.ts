import { type RegistryPlaces, sessionsFiles, stateDirs } from '@mam/state-guard';
import { absolute, type SessionPlan } from './plan.ts';

/** Where the parts of a session's control planes lie. */
export function registryPlaces(plan: Pick<SessionPlan, 'ambient' | 'cwd' | 'roots'>): RegistryPlaces {
  const recorded = absolute(plan.ambient.recorded, plan.cwd);
  return { ...stateDirs(plan.roots, recorded), sessionsFiles: sessionsFiles(plan.roots, recorded) };
}
