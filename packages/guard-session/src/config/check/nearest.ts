/** What to say to someone who wrote a name that is none: the valid one that it resembles, else all that there are. */
export function suggestion(name: string, valid: readonly string[]): string {
  const near = nearest(name, valid);
  return near === null ? `give one of ${valid.join(', ')}` : `did you mean ${JSON.stringify(near)}?`;
}

/** The valid name that a name resembles, in whatever way its words are joined; null when it resembles none. */
function nearest(name: string, valid: readonly string[]): string | null {
  const plain = bare(name);
  let best: { name: string; distance: number } | null = null;
  for (const candidate of valid) {
    const distance = editDistance(plain, bare(candidate));
    if (distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { name: candidate, distance };
  }
  return best !== null && best.distance <= Math.max(1, Math.floor(Math.max(plain.length, bare(best.name).length) * 0.4))
    ? best.name
    : null;
}

/** The longest name that is compared: what is longer is no slip of the pen. */
const LONGEST = 40;

function bare(name: string): string {
  return name
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[-_\s]/g, '');
}

/** Steps from one text to the other: a character added, removed, replaced, or two neighbours swapped. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + same,
          swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
