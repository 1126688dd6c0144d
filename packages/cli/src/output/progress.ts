/** How long a look may take before anything is said of it, in milliseconds. */
const PATIENCE = 1000;
/** Between two lines, in milliseconds. */
const PAUSE = 200;

interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Shows on a terminal how far a look at a large tree has come, after one second; the line is taken back when the look ends.
 * Where there is no terminal, nothing is shown.
 */
export function showProgress(stream: Terminal): (root: string, entries: number) => void {
  if (!stream.isTTY) return () => undefined;
  let look = { root: '', entries: 0, since: 0, shownAt: 0 };
  return (root, entries) => {
    const now = Date.now();
    if (root !== look.root || entries < look.entries) look = { root, entries, since: now, shownAt: 0 };
    if (now - look.since < PATIENCE) return;
    if (entries === look.entries) stream.write('\r\x1b[K');
    else if (now - look.shownAt >= PAUSE) {
      stream.write(`\r\x1b[Kmam: looking at ${JSON.stringify(root)}: ${entries.toLocaleString('en')} entries`);
      look.shownAt = now;
    }
    look.entries = entries;
  };
}
