import { expect, it } from 'vitest';
import { globMatcher } from './glob.ts';

it.for([
  ['/a/b', '/a/b', true],
  ['/a/b', '/a/bc', false],
  ['/a/b', '/a/b/c', false],
  ['/a/*', '/a/b', true],
  ['/a/*', '/a/b/c', false],
  ['/a/*.json', '/a/.json', true],
  ['/a/?', '/a/b', true],
  ['/a/?', '/a/', false],
  ['/a/?', '/a//', false],
  ['/a/**', '/a', true],
  ['/a/**', '/a/b/c', true],
  ['/a/**', '/ab', false],
  ['/**/c', '/c', true],
  ['/**/c', '/a/b/c', true],
  ['/**/c', '/abc', false],
  ['/a**c', '/a/b/c', true],
  ['**', '/anything at\nall', true],
  ['/a/[b].{c}(d)+^$|\\e', '/a/[b].{c}(d)+^$|\\e', true],
  ['/a/[b]', '/a/b', false],
  ['/a.b', '/axb', false],
  ['/f.yaml#*', '/f.yaml#name', true],
  ['tmux:*', 'tmux:main', true],
] as const)('%s and %j: %s', ([pattern, path, expected]) => {
  expect(globMatcher(pattern)(path)).toBe(expected);
});
