import { expect, test } from 'vitest';
import type { TreeEntry } from './entry.ts';
import { EntryStore } from './entry-store.ts';
import { pairChildren } from './pair-children.ts';

const FILE: TreeEntry = {
  mode: 0o100644,
  uid: 0,
  gid: 0,
  size: 0,
  links: 1,
  mtimeNs: 0n,
  ctimeNs: 0n,
  birthtimeNs: 0n,
  dev: 1n,
  ino: 1n,
  target: null,
};

function store(names: string[]): EntryStore {
  const entries = new EntryStore(1);
  for (const name of names) entries.push(0, name, FILE);
  return entries;
}

/** Pairs two lists of names; `-` stands for a name that is missing. */
function pairs(before: string[], after: string[]): string[] {
  const [first, second] = [store(before), store(after)];
  const found: string[] = [];
  pairChildren(first.childrenFrom(0), second.childrenFrom(0), (b, a) => {
    found.push(`${b < 0 ? '-' : before[b]} ${a < 0 ? '-' : after[a]}`);
  });
  return found.sort();
}

function expected(before: string[], after: string[]): string[] {
  const lost = before.filter((name) => !after.includes(name)).map((name) => `${name} -`);
  const found = after.filter((name) => !before.includes(name)).map((name) => `- ${name}`);
  const kept = before.filter((name) => after.includes(name)).map((name) => `${name} ${name}`);
  return [...lost, ...found, ...kept].sort();
}

test.each([
  [[], []],
  [['a'], []],
  [[], ['a']],
  [
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ],
  [
    ['a', 'b', 'c'],
    ['a', 'x', 'b', 'c'],
  ],
  [
    ['a', 'b', 'c'],
    ['c', 'a', 'b'],
  ],
  [
    ['ab', 'a'],
    ['a', 'ab', 'abc'],
  ],
])('%j and %j', (before, after) => {
  expect(pairs(before, after)).toEqual(expected(before, after));
});

test('lists in any order, with any names missing, are paired by name', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 60; round++) {
    const names = Array.from({ length: 150 }, (_, k) => `name-${k}`);
    const before = names.filter(() => random(10) > random(4));
    const after = names.filter(() => random(10) > random(4));
    for (let swap = 0; swap < round * 3; swap++) {
      const [x, y] = [random(after.length), random(after.length)];
      [after[x], after[y]] = [after[y] ?? '', after[x] ?? ''];
    }
    expect(pairs(before, after)).toEqual(expected(before, after));
  }
});
