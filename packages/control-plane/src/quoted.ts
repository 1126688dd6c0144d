const LONGEST = 60;

/** A text as it stands in a message: JSON, cut at 60 code points. */
export function quoted(text: string): string {
  const points = [...text.slice(0, 2 * LONGEST + 2)];
  return JSON.stringify(points.length > LONGEST ? `${points.slice(0, LONGEST).join('')}…` : text);
}
