import { reasonOf } from './errors.ts';

/** What was made so far, so that a failure can take it back in reverse order. */
export class UndoStack {
  readonly #steps: { what: string; undo: () => void | Promise<void> }[] = [];

  /** @param what what was made, as the object of "could not undo …". */
  add(what: string, undo: () => void | Promise<void>): void {
    this.#steps.push({ what, undo });
  }

  /** Undoes every step, the last first, whatever fails. Returns what could not be undone, each with its reason. */
  async rollBack(): Promise<string[]> {
    const failed: string[] = [];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step.undo();
      } catch (error) {
        failed.push(`${step.what} (${reasonOf(error)})`);
      }
    }
    return failed;
  }
}
