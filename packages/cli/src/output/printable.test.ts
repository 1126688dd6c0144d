import { expect, test } from 'vitest';
import { onOneLine, printable } from './printable.ts';

test('what breaks a line or moves a cursor is escaped', () => {
  expect(onOneLine('two\nlines\u001b[2J\u009b1m\u202eabc\ud800')).toBe(
    'two\\nlines\\u{1b}[2J\\u{9b}1m\\u{202e}abc\\u{d800}',
  );
  expect(onOneLine('plain ü')).toBe('plain ü');
});

test('a path stands as it is, or is quoted', () => {
  expect(printable('/a b/ü')).toBe('/a b/ü');
  expect(printable('/a\nb')).toBe('"/a\\nb"');
  expect(printable('/a\u202eb')).toBe('"/a\\u{202e}b"');
});
