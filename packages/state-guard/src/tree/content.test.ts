import { appendFileSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareFiles } from './compare-files.ts';
import { followFile, recordFile } from './content.ts';
import { tempTree } from './testing/temp-tree.ts';

/** What became of a file, by its fingerprint and beside its former self; both must say the same. */
function outcome(before: string, after: string): unknown {
  const root = tempTree({ before, file: before });
  const file = join(root, 'file');
  const recorded = recordFile(file);
  writeFileSync(file, after);
  const followed = recorded && followFile(file, recorded.value)?.value;
  expect(compareFiles(join(root, 'before'), file)).toEqual(followed);
  return followed;
}

test.each([
  ['a\n', 'a\n', { content: 'same' }],
  ['', '', { content: 'same' }],
  ['a\n', 'b\n', { content: 'changed' }],
  ['abc', 'ab', { content: 'changed' }],
  ['abc', '', { content: 'changed' }],
  ['a\n', 'a\nb\n', { content: 'appended', lines: 1, bytes: 2 }],
  ['a\n', 'a\nb\nc\n', { content: 'appended', lines: 2, bytes: 4 }],
  ['a\n', 'a\nb', { content: 'appended', lines: 1, bytes: 1 }],
  ['a', 'a\nb', { content: 'appended', lines: 1, bytes: 2 }],
  ['a', 'ab\n', { content: 'appended', lines: 0, bytes: 2 }],
  ['', 'a\n\n', { content: 'appended', lines: 2, bytes: 3 }],
])('%j became %j', (before, after, expected) => {
  expect(outcome(before, after)).toEqual(expected);
});

describe('what is larger than one reading', () => {
  const large = 'line\n'.repeat(200_000);

  test('is followed to its end', () => {
    expect(outcome(large, large)).toEqual({ content: 'same' });
    expect(outcome(large, `${large}more\n`)).toEqual({ content: 'appended', lines: 1, bytes: 5 });
    expect(outcome(large, `${large.slice(0, -2)}!\n`)).toEqual({ content: 'changed' });
    expect(outcome(large, `${large}${large}`)).toEqual({ content: 'appended', lines: 200_000, bytes: 1_000_000 });
  });
});

test('a fingerprint is of as many bytes as it says', () => {
  const file = join(tempTree({ file: 'abc' }), 'file');
  const first = recordFile(file)?.value;
  appendFileSync(file, 'def');
  const second = recordFile(file)?.value;
  expect([first?.length, second?.length]).toEqual([3, 6]);
  expect(first?.digest.toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223');
  expect(second?.digest.equals(first?.digest ?? Buffer.alloc(0))).toBe(false);
});

test('a link or a directory in the place of a file is not read', () => {
  const root = tempTree({ file: 'abc', 'directory/': '' });
  symlinkSync('file', join(root, 'link'));
  expect(() => recordFile(join(root, 'link'))).toThrow('ELOOP');
  expect(recordFile(join(root, 'directory'))).toBeNull();
  expect(compareFiles(join(root, 'file'), join(root, 'link'))).toEqual({ content: 'unknown', reason: 'ELOOP' });
  expect(compareFiles(join(root, 'file'), join(root, 'directory'))).toEqual({
    content: 'unknown',
    reason: 'it is no file any more',
  });
});

test('two files beside each other are read no further than their first difference', {
  skip: process.platform !== 'linux',
}, () => {
  const root = tempTree({ a: 'a', b: 'b' });
  for (const name of ['a', 'b']) truncateSync(join(root, name), 5e9);
  const read = () => Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
  const start = read();
  expect(compareFiles(join(root, 'a'), join(root, 'b'))).toEqual({ content: 'changed' });
  expect(read() - start).toBeLessThan(2_000_000);
});
