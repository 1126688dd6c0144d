import { expect, it } from 'vitest';
import { quoteText } from './quote.ts';

it.for([
  ['plain é', '"plain é"'],
  ['two\nlines and "quotes"', '"two\\nlines and \\"quotes\\""'],
  ['\u001b[31mred\u009b0m\u007f', '"\\u001b[31mred\\u009b0m\\u007f"'],
  ['a\u202eb\u2028\ufeff', '"a\\u202eb\\u2028\\ufeff"'],
  ['\u{e0001}', '"\\udb40\\udc01"'],
  [null, 'null'],
] as const)('quotes %j as JSON that a terminal does not act on', ([text, quoted]) => {
  expect(quoteText(text)).toBe(quoted);
  expect(JSON.parse(quoted)).toBe(text);
});
