import { displayPath, errorCode, isDirectory, type NotCovered, readEntry, type TreeEntry } from '@mam/state-guard';
import type { View } from '../namespace/views.ts';
import type { LayerEntry } from './layer-entry.ts';
import { eachName, listNames } from './list-names.ts';
import { cameAfter, type Live, movedSince, withoutLive } from './live.ts';
import { inside, type Place, readBoth } from './place.ts';

export interface LayerWalk extends Live {
  /** Leaves a path out, and all that is below; asked from the root down. Byte string. */
  skip: (path: string, directory: boolean) => boolean;
}

export interface WalkedLayer {
  /** Parents before their entries. */
  entries: LayerEntry[];
  notCovered: NotCovered[];
}

/**
 * Lists where the run's view of a contained directory may differ from what is live. Walks the upper layer, so the cost
 * follows what the run did; only a directory that the run removed and made again is compared entry by entry.
 */
export function walkLayer(view: View, walk: LayerWalk): WalkedLayer {
  return new Walker(view, walk).walk();
}

class Walker {
  readonly #entries: LayerEntry[] = [];
  readonly #notCovered: NotCovered[] = [];
  readonly #view: View;
  readonly #walk: LayerWalk;
  /** The kernel gives a directory that merges two layers one link; where the root does not show that, nothing is taken for merged. */
  readonly #tellsMerged: boolean;

  constructor(view: View, walk: LayerWalk) {
    this.#view = view;
    this.#walk = walk;
    this.#tellsMerged = view.first.nlink === 1n;
  }

  walk(): WalkedLayer {
    const { mount, seen, upper } = this.#view;
    if (upper === null) return { entries: [], notCovered: [] };
    const root = { path: mount.path, seen, upper };
    this.#attempt(root.path, () => {
      const { hidden, visible } = this.#walkUpper(root);
      const before = readEntry(root.path);
      if (hidden > 0 && visible === 0 && before !== null && isHidden(root)) this.#rootGone(root, before);
    });
    return { entries: this.#entries, notCovered: this.#notCovered };
  }

  /**
   * A root that is mounted on cannot be removed, only emptied; whether the run wanted more, nothing tells. So the root
   * stands before its entries.
   */
  #rootGone({ path, seen }: Place, before: TreeEntry): void {
    const liveMoved = this.#entries.length > 0 && this.#entries.every((entry) => entry.liveMoved);
    const times = { removedAt: null, parentChangedAt: null };
    this.#entries.unshift({ path, seen, before, after: null, liveMoved, emptied: true, ...times });
  }

  /** Goes through what the run wrote to a directory that it shares with the live side; counts what it hides and what it shows. */
  #walkUpper(place: Place): { hidden: number; visible: number } {
    const counts = { hidden: 0, visible: 0 };
    const parent = readEntry(place.path);
    for (const name of listNames(place.upper)) {
      const at = inside(place, name);
      this.#attempt(at.path, () => {
        const upper = readEntry(at.upper);
        if (upper === null) return;
        const { before, after } = readBoth(at);
        counts[after === null ? 'hidden' : 'visible']++;
        if (this.#skips(at.path, before ?? after)) return;
        if (after === null) this.#hidden(at, before, upper, place);
        else if (isDirectory(upper.mode) && isDirectory(after.mode)) this.#directory(at, before, after, parent);
        else this.#pair(at, before, after, parent);
      });
    }
    return counts;
  }

  #directory(at: Place, before: TreeEntry | null, after: TreeEntry, parent: TreeEntry | null): void {
    const merged = this.#tellsMerged && after.links === 1;
    if (before === null && merged) {
      // Others removed the directory; what the run wrote in it is the run's nevertheless.
      this.#walkUpper(at);
    } else if (before !== null && isDirectory(before.mode)) {
      this.#push({ ...at, before, after, liveMoved: before.ctimeNs > this.#walk.madeAt });
      if (merged) this.#walkUpper(at);
      else this.#walkReplaced(at, readEntry(at.upper)?.birthtimeNs ?? 0n);
    } else this.#pair(at, before, after, parent);
  }

  /** Compares a directory that the run made again in the place of a live one. */
  #walkReplaced(place: Place, removedAt: bigint): void {
    const parent = readEntry(place.path);
    const names = new Set([...listNames(place.seen), ...listNames(place.path)]);
    for (const name of names) {
      const at = inside(place, name);
      this.#attempt(at.path, () => {
        const { before, after } = readBoth(at);
        if (this.#skips(at.path, before ?? after)) return;
        if (after === null) this.#gone(at, before, removedAt);
        else if (before !== null && isDirectory(before.mode) && isDirectory(after.mode)) {
          this.#push({ ...at, before, after, liveMoved: before.ctimeNs > this.#walk.madeAt });
          this.#walkReplaced(at, removedAt);
        } else this.#pair(at, before, after, parent);
      });
    }
  }

  /** Something in the run's view that is no directory on both sides. */
  #pair(at: Place, before: TreeEntry | null, after: TreeEntry, parent: TreeEntry | null): void {
    if (before === null) {
      const meaning = withoutLive(this.#walk, at.path, after, parent);
      if (meaning === 'opened') return;
      this.#push({ ...at, before, after, liveMoved: meaning !== 'made' });
    } else this.#push({ ...at, before, after, liveMoved: movedSince(this.#walk, before) });
    if (isDirectory(after.mode)) this.#eachBelow(at.seen, at, (below) => this.#made(below));
    if (before !== null && isDirectory(before.mode)) {
      this.#eachBelow(at.path, at, (below) => this.#gone(below, readEntry(below.path), after.birthtimeNs));
    }
  }

  /** Something, and all that is below, that is only in the run's view. */
  #made(at: Place): void {
    const after = readEntry(at.seen);
    if (after === null || this.#skips(at.path, after)) return;
    this.#push({ ...at, before: null, after, liveMoved: false });
    if (isDirectory(after.mode)) this.#eachBelow(at.seen, at, (below) => this.#made(below));
  }

  /** A name that the run's layer hides. */
  #hidden(at: Place, before: TreeEntry | null, whiteout: TreeEntry, place: Place): void {
    const parentChangedAt = readEntry(place.upper)?.mtimeNs ?? null;
    // One inode serves for all whiteouts, with a link for each and one more; its time is that of the last.
    const removedAt = whiteout.links <= 2 ? whiteout.ctimeNs : null;
    if (before === null) {
      if (this.#walk.wasThere(at.path) === false) return;
      this.#push({ ...at, before, after: null, liveMoved: true, removedAt, parentChangedAt });
      return;
    }
    const liveMoved = movedSince(this.#walk, before) || this.#walk.wasThere(at.path) === false;
    this.#push({ ...at, before, after: null, liveMoved, removedAt, parentChangedAt });
    if (isDirectory(before.mode)) this.#goneBelow(at, whiteout.ctimeNs);
  }

  /** Something, and all that is below, that was in a directory that the run removed at some time. */
  #gone(at: Place, before: TreeEntry | null, removedAt: bigint): void {
    if (before === null || this.#skips(at.path, before) || cameAfter(this.#walk, at.path, before, removedAt)) return;
    const liveMoved = movedSince(this.#walk, before);
    this.#push({ ...at, before, after: null, liveMoved, parentChangedAt: removedAt });
    if (isDirectory(before.mode)) this.#goneBelow(at, removedAt);
  }

  #goneBelow(at: Place, removedAt: bigint): void {
    this.#eachBelow(at.path, at, (below) => this.#gone(below, readEntry(below.path), removedAt));
  }

  #eachBelow(listed: string, place: Place, use: (at: Place) => void): void {
    this.#attempt(place.path, () => {
      for (const name of listNames(listed)) {
        const at = inside(place, name);
        this.#attempt(at.path, () => use(at));
      }
    });
  }

  #skips(path: string, entry: TreeEntry | null): boolean {
    return this.#walk.skip(path, entry !== null && isDirectory(entry.mode));
  }

  #push(entry: Omit<LayerEntry, 'removedAt' | 'parentChangedAt'> & Partial<LayerEntry>): void {
    const { path, seen, before, after, liveMoved, removedAt = null, parentChangedAt = null } = entry;
    this.#entries.push({ path, seen, before, after, liveMoved, removedAt, parentChangedAt });
  }

  #attempt(path: string, look: () => void): void {
    try {
      look();
    } catch (error) {
      const reason = `what the run did there cannot be looked at (${errorCode(error)})`;
      this.#notCovered.push({ path: displayPath(path).path, reason });
    }
  }
}

/** Whether none of the live entries shows. Stops at the first that does: the run's view of a large directory is slow to list. */
function isHidden(root: Place): boolean {
  for (const name of eachName(root.path)) if (readEntry(inside(root, name).seen) !== null) return false;
  return true;
}
