import type { Binding } from '@mam/registry-paths';
import { judge } from './judge/judge.ts';
import type { Snapshot } from './look/snapshot.ts';
import type { Leak } from './message/describe-leaks.ts';
import { type ObserveOptions, observeRegistry } from './observe/observe-registry.ts';

/**
 * What came to the watched registries and audit logs since the baseline and no live delegation explains, sorted by the
 * bytes of its path. Suspects and excused findings come from `judge`.
 */
export function findLeaks(
  roots: readonly string[],
  before: Snapshot,
  recorded: Binding,
  options: ObserveOptions = {},
): Leak[] {
  const { observations, sessions } = observeRegistry(roots, before, recorded, options);
  return judge(observations, { sessions }).leaks;
}
