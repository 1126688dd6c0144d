/** Far deeper than any sessions file, and far less than what exhausts the stack of a reader. */
const DEEPEST = 200;

/** What may stand before a line's first text and nest it: spaces, and `- `, `? `, `: `. */
const LEAD = new RegExp(String.raw`^(?:[ \t]|[-?:](?=\s|$)){${DEEPEST + 1}}`, 'm');

/**
 * Whether a YAML text may be nested deeper than a reader can follow. Counted from above: what stands in quotes counts too.
 */
export function isDeeplyNested(text: string): boolean {
  if (LEAD.test(text)) return true;
  let open = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    if (bracket === '[' || bracket === '{') open++;
    else if (open > 0) open--;
    if (open > DEEPEST) return true;
  }
  return false;
}
