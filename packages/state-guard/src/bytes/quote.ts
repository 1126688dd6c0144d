/** What JSON leaves as it is and a terminal or a reader would not: DEL and C1 controls, format characters, separators. */
const UNSAFE = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text quoted as JSON, on one line, with nothing in it that a terminal would act on. */
export function quoteText(text: string | null): string {
  return JSON.stringify(text).replace(UNSAFE, (character) =>
    [...character.matchAll(/[\s\S]/g)].map(([unit]) => `\\u${hex(unit)}`).join(''),
  );
}

function hex(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, '0');
}
