import type { Attribution } from '@mam/state-guard';
import { expect, test } from 'vitest';
import { finding } from '../testing/verdicts.ts';
import { attributionWords } from './attribution.ts';

test.each<[string | null, Attribution, string[]]>([
  [null, null, []],
  ['outside any test', 'outside', []],
  ['while a.spec.ts › title ran', 'only', ['a.spec.ts › title']],
  ['while one of a, b ran', 'candidates', ['a', 'b']],
  ['while one of a, b, c, d, e ran', 'candidates', ['a', 'b', 'c', 'd', 'e']],
  ['while one of a, b, c, d, e and 2 more ran', 'candidates', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
  ['while a\\u000ab ran', 'only', ['a\nb']],
])('%s', (words, attribution, tests) => {
  expect(attributionWords(finding({ attribution, tests }))).toBe(words);
});
