import {
  appendFileSync,
  chmodSync,
  chownSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareTree } from './compare-tree.ts';
import { lookTree } from './look-tree.ts';
import { changed } from './testing/changed-tree.ts';
import { age, isRoot, tempTree, told } from './testing/temp-tree.ts';

describe('what was modified', () => {
  test('appended lines, when what was there is unchanged', () => {
    const found = changed({ log: 'one\n' }, (at) => appendFileSync(at('log'), 'two\nthree\n'));
    expect(found.told).toEqual(['modified file log']);
    expect(found.detail).toEqual({
      differs: ['content', 'size'],
      size: { before: 4, after: 14 },
      appendedBytes: 10,
      appendedLines: 2,
    });
  });

  test('a longer file with another beginning is no appended one', () => {
    const found = changed({ log: 'one\n' }, (at) => writeFileSync(at('log'), 'One\ntwo\n'));
    expect(found.detail).toEqual({ differs: ['content', 'size'], size: { before: 4, after: 8 } });
  });

  test('other content of the same size', () => {
    expect(changed({ f: 'abc' }, (at) => writeFileSync(at('f'), 'abd')).detail).toEqual({ differs: ['content'] });
  });

  test('other content of the same size with the former mtime put back', () => {
    const found = changed({ f: 'abc' }, (at) => {
      const { atime, mtime } = statSync(at('f'));
      writeFileSync(at('f'), 'abd');
      utimesSync(at('f'), atime, mtime);
    });
    expect(found.detail?.differs).toEqual(['content']);
  });

  test('the same bytes, rewritten or touched', () => {
    expect(changed({ f: 'abc' }, (at) => writeFileSync(at('f'), 'abc')).detail).toEqual({ sameBytes: true });
    expect(changed({ f: 'abc' }, (at) => age(at('f'))).detail).toEqual({ sameBytes: true });
  });

  test('the same bytes in another file', () => {
    const found = changed({ f: 'abc' }, (at) => {
      const { atime, mtime } = statSync(at('f'));
      writeFileSync(at('g'), 'abc');
      utimesSync(at('g'), atime, mtime);
      renameSync(at('g'), at('f'));
    });
    expect(found.told).toEqual(['modified file f']);
    expect(found.detail).toEqual({ sameBytes: true, replaced: true });
  });

  test('a mode, of a file and of a directory', () => {
    const found = changed({ 'd/f': 'abc' }, (at) => {
      chmodSync(at('d/f'), 0o600);
      chmodSync(at('d'), 0o2755);
    });
    expect(found.told).toEqual(['modified directory d', 'modified file d/f']);
    expect(found.observations.map(({ detail }) => detail)).toEqual([
      { differs: ['mode'], mode: { before: '0755', after: '2755' } },
      { differs: ['mode'], mode: { before: '0644', after: '0600' } },
    ]);
  });

  test('a mode beside the content', () => {
    const found = changed({ f: 'abc' }, (at) => {
      writeFileSync(at('f'), 'abd');
      chmodSync(at('f'), 0o600);
    });
    expect(found.detail).toEqual({ differs: ['content', 'mode'], mode: { before: '0644', after: '0600' } });
  });

  test.skipIf(!isRoot)('an owner (needs root)', () => {
    let before = '';
    const found = changed({ f: 'abc' }, (at) => {
      // A new file may have the group of its directory.
      const { uid, gid } = statSync(at('f'));
      before = `${uid}:${gid}`;
      chownSync(at('f'), 65534, 65534);
    });
    expect(found.detail).toEqual({ differs: ['owner'], owner: { before, after: '65534:65534' } });
  });

  test('a ctime alone is nothing: a mode there and back, a hard link made elsewhere', () => {
    const found = changed({ f: 'abc', g: 'abc' }, (at) => {
      chmodSync(at('f'), 0o600);
      chmodSync(at('f'), 0o644);
      linkSync(at('g'), join(at('..'), 'elsewhere'));
    });
    expect(found.told).toEqual([]);
  });

  test('a link became a file, a file a directory, a directory a file', () => {
    const found = changed({ target: 'x', f: 'x', 'd/e': 'x' }, (at) => {
      symlinkSync('target', at('l'));
      const before = lookTree(at('.'));
      unlinkSync(at('l'));
      writeFileSync(at('l'), 'x');
      expect(compareTree(before).observations).toMatchObject([
        {
          change: 'modified',
          entry: 'file',
          detail: { differs: ['type'], type: { before: 'symlink', after: 'file' } },
        },
      ]);
      unlinkSync(at('l'));
      unlinkSync(at('f'));
      mkdirSync(at('f'));
      writeFileSync(at('f/inside'), '');
      rmSync(at('d'), { recursive: true });
      writeFileSync(at('d'), 'x');
    });
    expect(found.told).toEqual(['modified file d', 'removed file d/e', 'modified directory f', 'added file f/inside']);
    expect(found.detail).toEqual({ differs: ['type'], type: { before: 'directory', after: 'file' } });
  });

  test('where a link points, and a link made again', () => {
    const root = tempTree({ a: 'x' });
    const at = (path: string) => join(root, path);
    symlinkSync('a', at('l'));
    symlinkSync('a', at('m'));
    symlinkSync('nowhere', at('n'));
    const before = lookTree(root);
    unlinkSync(at('l'));
    symlinkSync('b', at('l'));
    lutimesSync(at('m'), 1, 1);
    const { observations } = compareTree(before);
    expect(told(observations, root)).toEqual(['modified symlink l', 'modified symlink m']);
    expect(observations.map(({ detail }) => detail)).toMatchObject([
      { differs: ['target'], target: { before: 'a', after: 'b' } },
      { sameBytes: true },
    ]);
  });

  test('a write within the tick of the baseline, which leaves every stamp as it was, is found by its content', () => {
    const root = tempTree({ f: 'abc' });
    const before = lookTree(root);
    const { entries } = before;
    writeFileSync(join(root, 'f'), 'abd');
    const { mtimeNs, ctimeNs } = statSync(join(root, 'f'), { bigint: true });
    entries.mtime[1] = mtimeNs;
    entries.ctime[1] = ctimeNs;
    expect(compareTree(before).observations[0]?.detail).toEqual({ differs: ['content'] });
  });
});
