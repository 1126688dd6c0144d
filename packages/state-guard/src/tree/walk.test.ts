import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addEntry } from './add-entries.ts';
import { compareLooks } from './compare-looks.ts';
import { EntryStore } from './entry-store.ts';
import { lookTree } from './look-tree.ts';
import { tempTree, told } from './testing/temp-tree.ts';
import { takeListing } from './walk.ts';

test('what a listing misses although it is there is looked at all the same, as when it is replaced meanwhile', () => {
  const root = tempTree({ a: 'x', missed: 'one\n', z: 'x' });
  const since = lookTree(root);
  appendFileSync(join(root, 'missed'), 'two\n');
  rmSync(join(root, 'z'));
  const look = { ...since, id: 'second', since: since.id, outcomes: new Map(), entries: new EntryStore() };
  const walk = { look, since, rules: null, excluded: new Map(), progress: () => {} };
  addEntry(walk, 0, '', root, { ignored: false, directory: false });
  takeListing(walk, { index: 0, path: root, before: 0 }, { names: ['a'], directories: [false] }, new Map());
  const { observations } = compareLooks(since, look);
  expect(told(observations, root)).toEqual(['modified file missed', 'removed file z']);
  expect(observations[0]?.detail?.appendedLines).toBe(1);
});
