import { compareBytes } from '../bytes/bytes.ts';
import { displayPath } from '../bytes/display-path.ts';
import type { NotCovered, Observation } from '../model.ts';

/** What a comparison collects on its way. */
export class Findings {
  ignored = 0;
  readonly #observations: { path: string; observation: Observation }[] = [];
  readonly #notCovered = new Map<string, string>();

  /** `path` is the byte string that the observation is about. */
  add(path: string, observation: Observation | null): void {
    if (observation !== null) this.#observations.push({ path, observation });
  }

  /** The first reason for a path, a byte string, is the one that stays. */
  addNotCovered(path: string, reason: string): void {
    if (!this.#notCovered.has(path)) this.#notCovered.set(path, reason);
  }

  /** Sorted by the bytes of their paths. */
  observations(): Observation[] {
    return this.#observations.sort((a, b) => compareBytes(a.path, b.path)).map(({ observation }) => observation);
  }

  notCovered(): NotCovered[] {
    return [...this.#notCovered]
      .sort(([a], [b]) => compareBytes(a, b))
      .map(([path, reason]) => ({ path: displayPath(path).path, reason }));
  }
}
