import { linkSync, mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareTree } from './compare-tree.ts';
import { lookTree } from './look-tree.ts';
import { planTrees } from './plan-trees.ts';
import { tempDir, tempTree, told } from './testing/temp-tree.ts';

test('watches apart from each other are planned in their order', () => {
  const [a, b] = [tempTree({}), tempTree({ f: '' })];
  expect(planTrees([b, join(b, '..', 'absent'), a])).toEqual({
    trees: [b, join(b, '..', 'absent'), a].map((root) => ({ root, spelled: [], exclude: [] })),
    dropped: [],
  });
});

test('two spellings of a tree are one', () => {
  const root = tempTree({ 'd/f': 'x' });
  const link = join(tempDir(), 'link');
  symlinkSync(root, link);
  const spellings = [`${root}/`, root, join(root, 'd', '..'), link, `./${relative(process.cwd(), root)}`];
  expect(planTrees(spellings)).toEqual({
    trees: [{ root, spelled: [link], exclude: [] }],
    dropped: spellings.slice(1).map((path) => ({ path, coveredBy: root })),
  });
});

test('a path below a link is resolved before `..` is', () => {
  const root = tempTree({ 'd/f': 'x' });
  const link = join(tempDir(), 'link');
  symlinkSync(join(root, 'd'), link);
  expect(planTrees([`${link}/..`]).trees).toMatchObject([{ root }]);
});

test('two hard links of a file are two watches', () => {
  const root = tempTree({ a: 'x' });
  linkSync(join(root, 'a'), join(root, 'b'));
  expect(planTrees([join(root, 'a'), join(root, 'b')]).trees).toHaveLength(2);
});

describe('a watch inside another', () => {
  test('is covered by the outermost one', () => {
    const root = tempTree({ 'a/b/c': 'x' });
    const watches = [join(root, 'a/b/c'), join(root, 'a'), root, join(root, 'a/absent'), `${root}-beside`];
    expect(planTrees(watches)).toEqual({
      trees: [root, `${root}-beside`].map((path) => ({ root: path, spelled: [], exclude: [] })),
      dropped: [watches[0], watches[1], watches[3]].map((path) => ({ path, coveredBy: root })),
    });
  });

  test('is a tree of its own when there are patterns, and the outer one leaves it out', () => {
    const home = tempTree({ 'config/top': 'x', 'config/app/deep': 'x', 'work/deep': 'x', '.bashrc': 'x' });
    const ignore = ['/*/**'];
    const { trees, dropped } = planTrees([home, join(home, 'config')], { ignore });
    expect(trees).toEqual([
      { root: home, spelled: [], exclude: [join(home, 'config')] },
      { root: join(home, 'config'), spelled: [], exclude: [] },
    ]);
    expect(dropped).toEqual([]);
    const looks = trees.map(({ root, ...options }) => lookTree(root, { ignore, ...options }));
    for (const path of ['config/top', 'config/app/deep', 'work/deep', '.bashrc'])
      writeFileSync(join(home, path), 'changed');
    const observations = looks.flatMap((look) => compareTree(look).observations);
    expect(told(observations, home)).toEqual(['modified file .bashrc', 'modified file config/top']);
  });
});

describe('patterns of one watch', () => {
  test('count for its tree alone, before those for all', () => {
    const home = tempTree({ 'app/log': 'x', 'app/state': 'x', log: 'x' });
    const { trees } = planTrees([home, { path: join(home, 'app'), ignore: ['/log'] }]);
    expect(trees).toEqual([
      { root: home, spelled: [], exclude: [join(home, 'app')] },
      { root: join(home, 'app'), spelled: [], exclude: [], ignore: ['/log'] },
    ]);
    const looks = trees.map(({ root, ...options }) => lookTree(root, options));
    for (const path of ['app/log', 'app/state', 'log']) writeFileSync(join(home, path), 'changed');
    const observations = looks.flatMap((look) => compareTree(look).observations);
    expect(told(observations, home).sort()).toEqual(['modified file app/state', 'modified file log']);
  });

  test('or none: a watch that is to be apart is a tree of its own', () => {
    const root = tempTree({ 'a/b/c': 'x' });
    const { trees } = planTrees([root, { path: join(root, 'a/b/c'), apart: true }, join(root, 'a/b')]);
    expect(trees).toEqual([
      { root, spelled: [], exclude: [join(root, 'a/b/c')] },
      { root: join(root, 'a/b/c'), spelled: [], exclude: [] },
    ]);
  });

  test('of two watches of one tree are joined', () => {
    const root = tempTree({ f: 'x' });
    const watches = [root, { path: root, ignore: ['a', '!b'] }, { path: `${root}/`, ignore: ['a', 'c'] }];
    expect(planTrees(watches).trees).toEqual([{ root, spelled: [], exclude: [], ignore: ['a', '!b', 'c'] }]);
  });

  test('keep a tree out of the one that shows it, through a watch that is covered', () => {
    const root = tempTree({ 'a/b/c': 'x' });
    const { trees, dropped } = planTrees([root, join(root, 'a'), { path: join(root, 'a/b'), ignore: ['x'] }]);
    expect(trees).toEqual([
      { root, spelled: [], exclude: [join(root, 'a/b')] },
      { root: join(root, 'a/b'), spelled: [], exclude: [], ignore: ['x'] },
    ]);
    expect(dropped).toEqual([{ path: join(root, 'a'), coveredBy: root }]);
  });

  test('keep what is inside in a tree of its own', () => {
    const root = tempTree({ 'a/b/c': 'x' });
    const { trees } = planTrees([{ path: root, ignore: ['c'] }, join(root, 'a/b'), join(root, 'a')]);
    expect(trees).toEqual([
      { root, spelled: [], exclude: [join(root, 'a')], ignore: ['c'] },
      { root: join(root, 'a'), spelled: [], exclude: [] },
    ]);
  });
});

describe('the link by which a tree was named', () => {
  test('is watched with the tree that covers it', () => {
    const root = tempTree({ 'inner/f': 'x' });
    const link = join(tempDir(), 'link');
    symlinkSync(join(root, 'inner'), link);
    const { trees } = planTrees([root, link]);
    expect(trees).toEqual([{ root, spelled: [link], exclude: [] }]);
    const look = lookTree(root, trees[0]);
    unlinkSync(link);
    expect(compareTree(look).observations).toMatchObject([{ change: 'removed', entry: 'symlink', path: link }]);
  });

  test('is told once when a watched tree holds it anyway', () => {
    const home = tempTree({ 'dotfiles/rc': 'x' });
    symlinkSync('dotfiles/rc', join(home, '.rc'));
    mkdirSync(join(home, 'hidden'));
    symlinkSync('../dotfiles/rc', join(home, 'hidden/rc'));
    const links = [join(home, '.rc'), join(home, 'hidden/rc')];
    expect(planTrees([home, ...links]).trees).toEqual([{ root: home, spelled: [], exclude: [] }]);
    expect(planTrees([home, ...links], { ignore: ['hidden/'] }).trees).toEqual([
      { root: home, spelled: [], exclude: [join(home, 'dotfiles/rc')] },
      { root: join(home, 'dotfiles/rc'), spelled: [join(home, 'hidden/rc')], exclude: [] },
    ]);
  });
});
