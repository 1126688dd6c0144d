import {
  compareFiles,
  entryOf,
  isoTime,
  type Observation,
  observation,
  observeEntry,
  readEntry,
} from '@mam/state-guard';
import type { View } from '../namespace/views.ts';
import type { LayerEntry } from './layer-entry.ts';

/**
 * What an entry of the layer says as an observation of the tree probe, or null when the run changed nothing there: a file
 * that was only opened for writing was copied up, and equals what is live.
 */
export function observeLayerEntry(entry: LayerEntry, madeAt: bigint, below: number | undefined): Observation | null {
  const { path, before, after } = entry;
  const observed =
    before === null && after === null
      ? observation('removed', 'other', path, null, {})
      : observeEntry(
          path,
          { before, after },
          {
            content: () => compareFiles(path, entry.seen),
            layered: true,
            isSince: (time) => time >= madeAt,
          },
        );
  if (observed === null) return null;
  const detail = { ...observed.detail };
  if (entry.liveMoved) detail.liveMoved = true;
  if (below !== undefined) detail.entries = below;
  if (entry.emptied) detail.emptied = true;
  let { at } = observed;
  if (observed.change === 'removed') {
    at = time(entry.removedAt);
    const parentChangedAt = time(entry.parentChangedAt);
    if (at === null && parentChangedAt !== null) detail.parentChangedAt = parentChangedAt;
  }
  return { ...observed, by: 'run', at, detail };
}

/** Mode and owner of the contained directory itself, against what the run saw at first; others' changes of it do not show there. */
export function observeRoot({ mount, seen, first }: View, madeAt: bigint): Observation | null {
  const observed = observeEntry(
    mount.path,
    { before: entryOf(first, null), after: readEntry(`${seen}/.`) },
    {
      content: () => ({ content: 'same' }),
      layered: true,
      isSince: (time) => time >= madeAt,
    },
  );
  return observed && { ...observed, by: 'run' };
}

function time(ns: bigint | null): string | null {
  return ns === null ? null : isoTime(ns);
}
