import { expect, test } from 'vitest';
import { splitCommandLine } from './split-command-line.ts';

test("what follows the first -- is the command's, further -- included", () => {
  expect(splitCommandLine(['run', '--json', 'x', '--', 'a', '--', '-b'])).toEqual({
    own: ['run', '--json', 'x'],
    command: ['a', '--', '-b'],
  });
  expect(splitCommandLine(['paths'])).toEqual({ own: ['paths'], command: null });
});
