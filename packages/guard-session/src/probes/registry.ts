import type { Binding } from '@mam/registry-paths';
import { observeRegistry, type Snapshot, takeSnapshot } from '@mam/state-guard';
import type { Probe } from './probe.ts';

/** Watches the registries, audit logs and sessions files of the live control planes. */
export function registryProbe(roots: readonly string[], recorded: Binding): Probe<Snapshot> {
  return {
    name: 'registry',
    look: () => takeSnapshot(roots, recorded),
    compare: (before) => ({ ...observeRegistry(roots, before, recorded), ignored: 0 }),
  };
}
