import { expect, test } from 'vitest';
import { UndoStack } from './undo.ts';

test('steps are undone the last first, a failing one too is passed, and all are undone once', async () => {
  const undone: string[] = [];
  const undo = new UndoStack();
  undo.add('the first', () => void undone.push('first'));
  undo.add('the second', async () => {
    undone.push('second');
    throw new Error('no way');
  });
  undo.add('the third', () => void undone.push('third'));
  expect(await undo.rollBack()).toEqual(['the second (no way)']);
  expect(undone).toEqual(['third', 'second', 'first']);
  expect(await undo.rollBack()).toEqual([]);
});
