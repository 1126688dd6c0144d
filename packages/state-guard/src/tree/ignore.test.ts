import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareTree } from './compare-tree.ts';
import { lookTree } from './look-tree.ts';
import { tempTree, told } from './testing/temp-tree.ts';

const HOME = { '.bashrc': 'x', 'work/notes': 'x', 'work/deep/er': 'x', 'logs/app.log': 'x', 'logs/kept': 'x' };

/** What is told, and how many changes are not, when each of these changed. */
function compared(ignore: string[], change: (at: (path: string) => string) => void) {
  const root = tempTree(HOME);
  const before = lookTree(root, { ignore });
  change((path) => join(root, path));
  const { observations, ...rest } = compareTree(before);
  return { told: told(observations, root), ignored: rest.ignored, ignoresEverything: rest.ignoresEverything };
}

function changeAll(at: (path: string) => string): void {
  for (const path of Object.keys(HOME)) writeFileSync(at(path), 'changed');
  writeFileSync(at('new.log'), '');
}

test.each([
  { ignore: [], ignored: 0, kept: ['.bashrc', 'logs/app.log', 'logs/kept', '+new.log', 'work/deep/er', 'work/notes'] },
  { ignore: ['*.log'], ignored: 2, kept: ['.bashrc', 'logs/kept', 'work/deep/er', 'work/notes'] },
  {
    ignore: ['*.log', '!new.log'],
    ignored: 1,
    kept: ['.bashrc', 'logs/kept', '+new.log', 'work/deep/er', 'work/notes'],
  },
  { ignore: ['/*.log'], ignored: 1, kept: ['.bashrc', 'logs/app.log', 'logs/kept', 'work/deep/er', 'work/notes'] },
  { ignore: ['logs/'], ignored: 0, kept: ['.bashrc', '+new.log', 'work/deep/er', 'work/notes'] },
  { ignore: ['logs/', '!logs/kept'], ignored: 0, kept: ['.bashrc', '+new.log', 'work/deep/er', 'work/notes'] },
  { ignore: ['/*/**'], ignored: 3, kept: ['.bashrc', '+new.log'] },
  {
    ignore: ['# no pattern', ''],
    ignored: 0,
    kept: ['.bashrc', 'logs/app.log', 'logs/kept', '+new.log', 'work/deep/er', 'work/notes'],
  },
  {
    ignore: ['.BASHRC'],
    ignored: 0,
    kept: ['.bashrc', 'logs/app.log', 'logs/kept', '+new.log', 'work/deep/er', 'work/notes'],
  },
])('$ignore', ({ ignore, ignored, kept }) => {
  const expected = kept.map((path) => (path.startsWith('+') ? `added file ${path.slice(1)}` : `modified file ${path}`));
  expect(compared(ignore, changeAll)).toEqual({ told: expected, ignored, ignoresEverything: false });
});

describe('patterns', () => {
  test('count what came and went in one ignored directory as one', () => {
    const found = compared(['work/', 'cache/'], (at) => {
      rmSync(at('work'), { recursive: true });
      mkdirSync(at('cache/deep'), { recursive: true });
    });
    expect(found).toEqual({ told: [], ignored: 2, ignoresEverything: false });
  });

  test('never hide the root', () => {
    expect(compared(['*', '.', '/'], (at) => rmSync(at('.'), { recursive: true })).told).toEqual([
      'removed directory .',
    ]);
    const file = join(tempTree({ 'app.log': 'x' }), 'app.log');
    const before = lookTree(file, { ignore: ['*.log', '*'] });
    writeFileSync(file, 'changed');
    expect(compareTree(before).observations).toHaveLength(1);
  });

  test('do not hide that a watched entry became one of the kind they ignore', () => {
    const found = compared(['.bashrc/'], (at) => {
      rmSync(at('.bashrc'));
      mkdirSync(at('.bashrc'));
    });
    expect(found.told).toEqual(['modified directory .bashrc']);
  });

  test.each([
    { ignore: ['*'], everything: true },
    { ignore: ['**'], everything: true },
    { ignore: ['/*'], everything: true },
    { ignore: ['/.bashrc', '/work', '/logs'], everything: true },
    { ignore: ['*', '!.bashrc'], everything: false },
    { ignore: ['*.*'], everything: false },
    { ignore: ['*/'], everything: false },
    { ignore: [], everything: false },
  ])('that leave nothing are said to: $ignore', ({ ignore, everything }) => {
    const look = lookTree(tempTree(HOME), { ignore });
    expect([look.ignoresEverything, compareTree(look).ignoresEverything]).toEqual([everything, everything]);
  });

  test('that would leave nothing of a tree that is empty, or not there, are said to', () => {
    const root = tempTree({});
    const said = (ignore: string[], path = root) => lookTree(path, { ignore }).ignoresEverything;
    expect([said(['*']), said(['**']), said(['/*/**']), said(['*.log'])]).toEqual([true, true, false, false]);
    expect([said(['*'], join(root, 'absent')), said(['*.log'], join(root, 'absent'))]).toEqual([true, false]);
  });

  test('match names that are not ASCII, and a million of them in bounded memory', () => {
    const root = tempTree({ 'größe.log': 'x', 'groesse.log': 'x' });
    const before = lookTree(root, { ignore: ['größ?.log'] });
    for (const name of ['größe.log', 'groesse.log']) writeFileSync(join(root, name), 'changed');
    const { observations, ignored } = compareTree(before);
    expect([told(observations, root), ignored]).toEqual([['modified file groesse.log'], 1]);
  });
});
