import { statfsSync } from 'node:fs';
import { displayPath, errorCode, fromText, type NotCovered, type Observation, pathBytes } from '@mam/state-guard';
import type { View, Views } from '../namespace/views.ts';
import { isWithin } from '../paths.ts';
import { countBelow } from './count-below.ts';
import type { LayerEntry } from './layer-entry.ts';
import { observeLayerEntry, observeRoot } from './observe-layer.ts';
import { walkLayer } from './walk-layer.ts';

export interface LayerOptions {
  /**
   * Whether a real path, as a byte string, was there before the run; undefined when nobody knows. A baseline makes exact
   * what times only suggest: who removed a file that is gone on the live side, who made one that is new there.
   */
  wasThere?: (path: string) => boolean | undefined;
  /** Leaves a path out, and all that is below: what is judged elsewhere, what is ignored. Asked from the root down. */
  skip?: (path: string, directory: boolean) => boolean;
}

/** What the run did to the contained directories. None of it reached the live ones. */
export interface Layer {
  /** Changes of watched paths, of the same kinds as the tree probe's, `by` the run. */
  observations: Observation[];
  /** Changes that landed in the layer too, because a watched file is contained by its directory. No one watches these paths. */
  besides: Observation[];
  /** The layer is full: the run may have been refused a write. */
  full: boolean;
  notCovered: NotCovered[];
}

/** Reads what the run did so far. Never throws for what it cannot look at: that is `notCovered`. */
export function readLayer(views: Views, options: LayerOptions = {}): Layer {
  const layer: Layer = { observations: [], besides: [], full: isFull(views), notCovered: [] };
  for (const view of views.views) {
    const watched = view.mount.watched.map(fromText);
    const { observed, notCovered } = observeView(views, view, options);
    layer.notCovered.push(...notCovered);
    for (const { observation } of observed) {
      const path = pathBytes(observation);
      const asked = watched.some((root) => isWithin(path, root));
      (asked ? layer.observations : layer.besides).push(observation);
    }
  }
  return layer;
}

/** A change in the layer, with where its content is; null for a contained directory's own mode. */
export interface ObservedEntry {
  observation: Observation;
  entry: LayerEntry | null;
}

/** All that the run did in one contained directory. */
export function observeView(
  { madeAt }: Views,
  view: View,
  { wasThere = () => undefined, skip = () => false }: LayerOptions,
): { observed: ObservedEntry[]; notCovered: NotCovered[] } {
  if (view.upper === null) return { observed: [], notCovered: [] };
  const { entries, notCovered } = walkLayer(view, { madeAt, wasThere, skip });
  const observed: ObservedEntry[] = [];
  const own = attempt(view, notCovered, () => observeRoot(view, madeAt));
  if (own !== null) observed.push({ observation: own, entry: null });
  const counts = countBelow(entries);
  for (const entry of entries) {
    const observation = observeLayerEntry(entry, madeAt, counts.get(entry.path));
    if (observation !== null) observed.push({ observation, entry });
  }
  return { observed, notCovered };
}

function attempt(view: View, notCovered: NotCovered[], look: () => Observation | null): Observation | null {
  try {
    return look();
  } catch (error) {
    notCovered.push({ path: displayPath(view.mount.path).path, reason: errorCode(error) });
    return null;
  }
}

function isFull({ scratch, plan }: Views): boolean {
  if (plan.mode !== 'contain') return false;
  const { bavail, files, ffree } = statfsSync(scratch);
  return bavail === 0 || (files > 0 && ffree === 0);
}
