import { compareLinks, lookLinks, type Spelling } from '@mam/state-guard';
import type { Probe } from './probe.ts';

/** Watches the links by which trees were named, where the trees themselves are seen otherwise. */
export function linksProbe(spelled: readonly string[]): Probe<Spelling[]> {
  return {
    name: 'tree',
    look: () => lookLinks(spelled),
    compare: (before) => ({ observations: compareLinks(before), notCovered: [], watched: [], ignored: 0 }),
  };
}
