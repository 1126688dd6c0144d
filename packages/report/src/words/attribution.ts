import type { Finding } from '@mam/state-guard';
import { printable } from './printable.ts';

/** More names than this are cut with a count: a sentence is no list. */
const MAX_NAMES = 5;

/** What ran at the time of a finding: never who did it. Null when no marks of tests were kept. */
export function attributionWords(finding: Finding): string | null {
  const { attribution, tests } = finding;
  if (attribution === null) return null;
  if (attribution === 'outside' || tests.length === 0) return 'outside any test';
  const names = tests.slice(0, MAX_NAMES).map(printable).join(', ');
  const rest = tests.length > MAX_NAMES ? ` and ${tests.length - MAX_NAMES} more` : '';
  return attribution === 'only' && tests.length === 1 ? `while ${names} ran` : `while one of ${names}${rest} ran`;
}
