import { expect, test } from 'vitest';
import { mergeOptions, plainOptions, toSessionOptions } from './merge.ts';

test('lists add up, the configuration first; single values given outright win', () => {
  const config = { watch: ['/a'], ignore: ['x'], settle: 5, pin: false, json: '/r', dropEnv: ['A'] };
  const given = { watch: ['/b', '/a'], ignore: [], settle: 0, pin: undefined, keepEnv: ['K'], strict: false };
  expect(mergeOptions(config, given)).toEqual({
    watch: ['/a', '/b', '/a'],
    ignore: ['x'],
    settle: 0,
    pin: false,
    json: '/r',
    dropEnv: ['A'],
    keepEnv: ['K'],
    strict: false,
  });
});

test('a watched command gives way to one of its name', () => {
  const [a, b, other] = [
    { name: 'a', command: '1', cwd: '/c' },
    { name: 'b', command: '2', cwd: '/c' },
    { name: 'a', command: '3' },
  ];
  expect(mergeOptions({ watchCommand: [a, b] }, { watchCommand: [other] })).toEqual({ watchCommand: [b, other] });
  expect(mergeOptions({ watchCommand: [a] }, {})).toEqual({ watchCommand: [a] });
  expect(mergeOptions({}, { watchCommand: [other] })).toEqual({ watchCommand: [other] });
});

test('a session gets its options in its own words, and nothing of the reports', () => {
  const source = { file: '/c/mam.config.yaml', line: 1, column: 1 };
  const plain = plainOptions({
    use: [{ value: 'mam', source }],
    watchCommand: [{ value: { name: 'a', command: '1' }, source }],
    mode: { value: 'observe', source },
    json: { value: '/r', source },
    github: { value: true, source },
  });
  expect(toSessionOptions({ ...plain, repo: undefined })).toEqual({
    use: ['mam'],
    watchCommands: [{ name: 'a', command: '1' }],
    mode: 'observe',
  });
});
