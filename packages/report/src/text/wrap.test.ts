import { expect, test } from 'vitest';
import { wrap } from './wrap.ts';

test('prose is broken at spaces, behind its indent', () => {
  expect(wrap('one two three four', 4, 13)).toBe('one two\n    three\n    four');
});

test('without a width nothing is broken', () => {
  expect(wrap('one two three', 4, undefined)).toBe('one two three');
});

test('a word that is longer than the width stays whole', () => {
  expect(wrap('see /a/very/long/path now', 2, 10)).toBe('see\n  /a/very/long/path\n  now');
  expect(wrap('a b', 20, 10)).toBe('a\n                    b');
});

test('width is counted in code points', () => {
  expect(wrap('äöü 👩👩 x', 0, 6)).toBe('äöü 👩👩\nx');
});
