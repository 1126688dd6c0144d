import { describe, expect, test } from 'vitest';
import { ControlPlaneError } from './errors.ts';
import { checkAgent, checkEventType, checkJobId, checkRole, checkSessionName, parseAgentSession } from './names.ts';

/** What must never be a name of anything. */
const NEVER = [
  '',
  '.',
  '..',
  '../x',
  'a/b',
  '/etc',
  'a:b',
  'a b',
  ' a',
  'a\n',
  'a\0',
  '-x',
  '--session',
  '$(touch x)',
  '`x`',
  '*',
  '=a',
  '%1',
  '@1',
  '~',
  'a\\b',
  'а', // Cyrillic
  'ａ', // full width
  'a\u200b',
  'a\u202e',
  'é',
  'e\u0301',
  '😀',
  'x'.repeat(200),
];

describe.each([
  ['session name', checkSessionName],
  ['agent', checkAgent],
  ['role', checkRole],
  ['job id', checkJobId],
  ['event type', checkEventType],
] as const)('%s', (what, check) => {
  test.each(NEVER)('refuses %j', (name) => {
    expect(() => check(name)).toThrow(ControlPlaneError);
    expect(() => check(name)).toThrow(what);
    expect(() => check(name)).toThrow(expect.objectContaining({ kind: 'input' }));
  });

  test('takes a plain one', () => {
    expect(() => check('Creator-1_x')).not.toThrow();
  });
});

test('a message never carries an overlong name whole', () => {
  expect(() => checkSessionName('x'.repeat(100_000))).toThrow(/^.{1,250}$/);
});

test('the longest session name has 64 characters', () => {
  expect(() => checkSessionName('x'.repeat(64))).not.toThrow();
  expect(() => checkSessionName('x'.repeat(65))).toThrow('is not valid');
});

test.each(['herdr:a', 'tmux:a', 'remote:a', 'Herdr:a'])('a bare name has no prefix: %s', (name) => {
  expect(() => checkSessionName(name)).toThrow('carries a prefix');
});

test.each([
  ['herdr:a', 'herdr', 'a'],
  ['tmux:a', 'tmux', 'a'],
  ['remote:a', 'remote', 'a'],
  ['a', null, 'a'],
  ['herdr:herdr', 'herdr', 'herdr'],
  ['herdr:a.b_c-d', 'herdr', 'a.b_c-d'],
])('agent session %s', (text, kind, name) => {
  expect(parseAgentSession(text)).toEqual({ kind, name });
});

test.each([
  '',
  'herdr:',
  'herdr:herdr:a',
  'remote:herdr:a',
  'HERDR:a',
  ' herdr:a',
  'herdr:w1:p1',
  'herdr:../a',
  'ssh:a',
])('agent session %j is refused', (text) => {
  expect(() => parseAgentSession(text)).toThrow(expect.objectContaining({ kind: 'input' }));
});
