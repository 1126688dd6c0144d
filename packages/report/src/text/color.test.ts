import { expect, test } from 'vitest';
import { painter, wantsColor } from './color.ts';

const TERMINAL = { isTTY: true };
const PIPE = {};

test.each<[boolean, { isTTY?: boolean }, Record<string, string>]>([
  [true, TERMINAL, {}],
  [true, TERMINAL, { TERM: 'xterm-256color' }],
  [false, TERMINAL, { TERM: 'dumb' }],
  [false, PIPE, {}],
  [false, { isTTY: false }, { TERM: 'xterm' }],
  [false, TERMINAL, { NO_COLOR: '1' }],
  [true, TERMINAL, { NO_COLOR: '' }],
  [true, PIPE, { FORCE_COLOR: '1' }],
  [true, TERMINAL, { FORCE_COLOR: '1', TERM: 'dumb' }],
  [false, TERMINAL, { FORCE_COLOR: '0' }],
  [false, TERMINAL, { FORCE_COLOR: 'false' }],
  [false, PIPE, { FORCE_COLOR: '' }],
  [false, PIPE, { FORCE_COLOR: '1', NO_COLOR: '1' }],
])('%s for %j with %j', (wanted, stream, env) => {
  expect(wantsColor(stream, env)).toBe(wanted);
});

test('a painter that was not asked for colour leaves the text as it is', () => {
  expect(painter(false)('red', 'leak')).toBe('leak');
  expect(painter(true)('red', 'leak')).toBe('\u001b[31mleak\u001b[39m');
});
