import { appendFileSync, chmodSync, linkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareTree } from './compare-tree.ts';
import { lookTree } from './look-tree.ts';
import type { ContentBudget } from './options.ts';
import { tempTree } from './testing/temp-tree.ts';

/** Four files, `d` written last, of which each gets a line; what is known of it by name. */
function known(content: Partial<ContentBudget>): Record<string, unknown> {
  const root = tempTree({ a: 'aaaa\n', b: 'bbbb\n', c: 'c\n', d: 'dddd\n' });
  for (const [age, name] of ['d', 'c', 'b', 'a'].entries()) utimesSync(join(root, name), 1e9 - age, 1e9 - age);
  const before = lookTree(root, { content });
  for (const name of ['a', 'b', 'c', 'd']) appendFileSync(join(root, name), 'more\n');
  const { observations } = compareTree(before);
  expect(observations).toHaveLength(4);
  return Object.fromEntries(
    observations.map(({ path, detail }) => [path.slice(-1), detail?.appendedLines ?? detail?.contentUnknown]),
  );
}

test('by default every file of a small tree is recorded', () => {
  expect(known({})).toEqual({ a: 1, b: 1, c: 1, d: 1 });
});

test('a budget of files goes to those that were written last', () => {
  const beyond = 'its former content was not recorded: the baseline records 2 files and 256 MiB at most';
  expect(known({ files: 2 })).toEqual({ a: beyond, b: beyond, c: 1, d: 1 });
});

test('a budget of bytes leaves out what does not fit, and goes on with what does', () => {
  const beyond = 'its former content was not recorded: the baseline records 10000 files and 0 MiB at most';
  expect(known({ bytes: 7 })).toEqual({ a: beyond, b: beyond, c: 1, d: 1 });
});

test('a file that is too large is not recorded', () => {
  const tooLarge = 'its former content was not recorded: it was larger than 0 MiB';
  expect(known({ fileBytes: 4 })).toEqual({ a: tooLarge, b: tooLarge, c: 1, d: tooLarge });
});

test('without a record, a rewritten file is told with its stamps only, and an empty one is always known', () => {
  const root = tempTree({ empty: '', f: 'abc' });
  const before = lookTree(root, { content: { files: 0 } });
  appendFileSync(join(root, 'empty'), 'one\ntwo');
  writeFileSync(join(root, 'f'), 'abc');
  const beyond = 'its former content was not recorded: the baseline records 0 files and 256 MiB at most';
  expect(compareTree(before).observations.map(({ detail }) => detail)).toEqual([
    { differs: ['content', 'size'], size: { before: 0, after: 7 }, appendedBytes: 7, appendedLines: 2 },
    { differs: ['stamps'], contentUnknown: beyond },
  ]);
});

test('without a record, a moved ctime alone is told, unless a hard link or a mode explains it', () => {
  const root = tempTree({ linked: 'abc', mode: 'abc', moved: 'abc' });
  const at = (name: string) => join(root, name);
  const before = lookTree(root, { content: { files: 0 } });
  linkSync(at('linked'), join(root, '..', 'elsewhere'));
  chmodSync(at('mode'), 0o600);
  chmodSync(at('moved'), 0o600);
  chmodSync(at('moved'), 0o644);
  expect(compareTree(before).observations.map(({ path, detail }) => [path, detail?.differs])).toEqual([
    [at('mode'), ['mode']],
    [at('moved'), ['stamps']],
  ]);
});
