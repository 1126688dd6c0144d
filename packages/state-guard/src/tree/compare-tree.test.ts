import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
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
import { isoTime } from './observe-entry.ts';
import { changed } from './testing/changed-tree.ts';
import { tempDir, tempTree, told } from './testing/temp-tree.ts';

function mtimeOf(path: string): string {
  return isoTime(statSync(path, { bigint: true }).mtimeNs);
}

describe('what came and went', () => {
  test('nothing changed, nothing is told', () => {
    expect(changed({ 'a/b/c': 'x', 'empty/': '' }, () => {}).told).toEqual([]);
  });

  test('new directories are told with all that is in them, empty ones too', () => {
    const { observations, ...found } = changed({ 'profiles/main/config': 'x' }, (at) => {
      mkdirSync(at('profiles/worker/cron'), { recursive: true });
      mkdirSync(at('profiles/demo'));
      writeFileSync(at('profiles/worker/config'), 'y');
    });
    expect(found.told).toEqual([
      'added directory profiles/demo',
      'added directory profiles/worker',
      'added file profiles/worker/config',
      'added directory profiles/worker/cron',
    ]);
    expect(observations.map(({ detail }) => detail?.entries)).toEqual([undefined, 2, undefined, undefined]);
    expect(observations.every(({ probe, by, late }) => probe === 'tree' && by === 'unknown' && !late)).toBe(true);
  });

  test('a removed directory is told with all that was in it, and when its parent last changed', () => {
    const { observations, ...found } = changed({ 'app/c': 'keep', 'app/d/e': 'x', other: '' }, (at) =>
      rmSync(at('app'), { recursive: true }),
    );
    expect(found.told).toEqual([
      'removed directory app',
      'removed file app/c',
      'removed directory app/d',
      'removed file app/d/e',
    ]);
    const parentChangedAt = mtimeOf(found.root);
    expect(observations.map(({ at, detail }) => ({ at, detail }))).toEqual([
      { at: null, detail: { entries: 3, parentChangedAt } },
      { at: null, detail: { parentChangedAt } },
      { at: null, detail: { entries: 1, parentChangedAt } },
      { at: null, detail: { parentChangedAt } },
    ]);
  });

  test('what was made and removed in between is nothing, nor is a directory with other stamps', () => {
    const found = changed({ 'a/b': 'x' }, (at) => {
      mkdirSync(at('a/tmp/deep'), { recursive: true });
      writeFileSync(at('a/tmp/deep/f'), 'x');
      rmSync(at('a/tmp'), { recursive: true });
      utimesSync(at('a'), 1, 1);
    });
    expect(found.told).toEqual([]);
  });

  test('a renamed directory is removed and added', () => {
    const found = changed({ 'a/f': 'x' }, (at) => renameSync(at('a'), at('b')));
    expect(found.told).toEqual(['removed directory a', 'removed file a/f', 'added directory b', 'added file b/f']);
  });

  test('the time of an added file is that of its birth, of a modified one that of its writing', () => {
    const start = Date.now();
    const { observations } = changed({ old: 'x' }, (at) => {
      writeFileSync(at('new'), 'x');
      utimesSync(at('new'), 1, 1);
      writeFileSync(at('old'), 'longer');
      chmodSync(at('old'), 0o600);
    });
    for (const { at } of observations) {
      expect(Date.parse(at ?? '')).toBeGreaterThanOrEqual(start - 2_000);
      expect(Date.parse(at ?? '')).toBeLessThanOrEqual(Date.now());
    }
    expect(observations).toHaveLength(2);
  });

  test('a stamp set into the past or the future does not become the time of the change', () => {
    const { observations } = changed({ a: 'x', b: 'x' }, (at) => {
      writeFileSync(at('a'), 'changed');
      utimesSync(at('a'), 1, 1);
      writeFileSync(at('b'), 'changed');
      utimesSync(at('b'), 4e9, 4e9);
    });
    expect(observations.map(({ at }) => Math.abs(Date.now() - Date.parse(at ?? '')) < 60_000)).toEqual([true, true]);
  });
});

describe('the root itself', () => {
  test('removed, it is one finding with what was in it', () => {
    const found = changed({ 'a/b/c': 'x', d: 'x' }, (at) => rmSync(at('.'), { recursive: true }));
    expect(found.told).toEqual(['removed directory .']);
    expect(found.detail).toEqual({ entries: 4, parentChangedAt: mtimeOf(join(found.root, '..')) });
  });

  test('replaced by a file, it is one finding', () => {
    const found = changed({ 'a/b/c': 'x' }, (at) => {
      rmSync(at('.'), { recursive: true });
      writeFileSync(at('.'), 'x');
    });
    expect(found.told).toEqual(['modified file .']);
    expect(found.detail).toMatchObject({ type: { before: 'directory', after: 'file' }, entries: 3 });
  });

  test('not there at the baseline, its appearance is told with all that is in it', () => {
    const root = join(tempDir(), 'not', 'yet');
    const before = lookTree(root);
    expect(compareTree(before)).toMatchObject({ observations: [], watched: { probe: 'tree', path: root, entries: 0 } });
    mkdirSync(join(root, 'sub'), { recursive: true });
    writeFileSync(join(root, 'sub/f'), '');
    expect(told(compareTree(before).observations, root)).toEqual([
      'added directory .',
      'added directory sub',
      'added file sub/f',
    ]);
  });

  test('a single file is watched the same way', () => {
    const path = join(tempTree({ f: 'one\n' }), 'f');
    const before = lookTree(path);
    appendFileSync(path, 'two\n');
    const { observations, watched } = compareTree(before);
    expect(observations).toMatchObject([{ change: 'modified', entry: 'file', path, detail: { appendedLines: 1 } }]);
    expect(watched).toEqual({ probe: 'tree', path, entries: 1 });
    rmSync(path);
    expect(compareTree(before).observations).toMatchObject([{ change: 'removed', entry: 'file', path }]);
  });

  test('given through a link, the real thing is watched under its real path, and the link with it', () => {
    const real = tempTree({ f: 'x' });
    const link = join(tempDir(), 'link');
    symlinkSync(real, link);
    const before = lookTree(link);
    writeFileSync(join(link, 'g'), '');
    expect(compareTree(before)).toMatchObject({
      observations: [{ change: 'added', path: join(real, 'g') }],
      watched: { path: real, entries: 2 },
    });
    rmSync(join(real, 'g'));
    const elsewhere = tempDir();
    unlinkSync(link);
    symlinkSync(elsewhere, link);
    expect(compareTree(before).observations).toMatchObject([
      { change: 'modified', entry: 'symlink', path: link, detail: { target: { before: real, after: elsewhere } } },
    ]);
    unlinkSync(link);
    expect(compareTree(before).observations).toMatchObject([{ change: 'removed', entry: 'symlink', path: link }]);
    mkdirSync(link);
    expect(compareTree(before).observations).toMatchObject([
      {
        change: 'modified',
        entry: 'directory',
        path: link,
        detail: { type: { before: 'symlink', after: 'directory' } },
      },
    ]);
  });
});

test('a second look that is kept is a baseline of its own', () => {
  const root = tempTree({ log: 'one\n', other: 'x' });
  const at = (path: string) => join(root, path);
  const first = lookTree(root);
  appendFileSync(at('log'), 'two\n');
  writeFileSync(at('new'), 'one\n');
  const { look } = compareTree(first, { keep: true });
  appendFileSync(at('log'), 'three\n');
  appendFileSync(at('new'), 'two\n');
  writeFileSync(at('other'), readFileSync(at('other')));
  expect(compareTree(look).observations.map(({ detail }) => detail)).toMatchObject([
    { appendedLines: 1, size: { before: 8 } },
    { appendedLines: 1 },
    { sameBytes: true },
  ]);
});
