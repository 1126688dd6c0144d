import { execFileSync } from 'node:child_process';
import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareTree } from '../compare-tree.ts';
import { lookTree } from '../look-tree.ts';

/** Runs in a mount namespace of its own, in the directory that the first argument names, and prints what was found. */
const base = process.argv[2] ?? '';

function mount(path: string): void {
  mkdirSync(path, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', path]);
  for (const name of ['a', 'b', 'c']) writeFileSync(join(path, name), name);
}

function unmount(path: string): void {
  execFileSync('umount', [path]);
}

/** What is found between `prepare` and `change`, for a tree `watched` with a file beside. */
function found(watched: string, prepare: (path: string) => void, change: (path: string) => void): unknown {
  const path = join(base, watched);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'beside'), '');
  prepare(path);
  const before = lookTree(path);
  change(path);
  const { observations, notCovered } = compareTree(before);
  return {
    told: observations.map(({ change: kind, path: at }) => `${kind} ${at.slice(base.length + 1)}`),
    notCovered: notCovered.map(({ path: at }) => at.slice(base.length + 1)),
  };
}

const nothing = () => {};
console.log(
  JSON.stringify({
    'nothing happens to a mount': found(
      '1',
      (path) => mount(join(path, 'd')),
      (path) => writeFileSync(join(path, 'd/new'), ''),
    ),
    'a mount below goes away': found(
      '2',
      (path) => mount(join(path, 'd')),
      (path) => unmount(join(path, 'd')),
    ),
    'a mount below goes away with its directory': found(
      '3',
      (path) => mount(join(path, 'd')),
      (path) => {
        unmount(join(path, 'd'));
        rmdirSync(join(path, 'd'));
      },
    ),
    'a mount hides a directory': found(
      '4',
      (path) => {
        mkdirSync(join(path, 'd'));
        writeFileSync(join(path, 'd/hidden'), '');
      },
      (path) => mount(join(path, 'd')),
    ),
    'the root is unmounted': found('5', mount, unmount),
    'the root is mounted over': found('6', nothing, mount),
    'what holds the root is unmounted': found(
      '7/holder/root',
      (path) => {
        rmSync(path, { recursive: true });
        mount(join(base, '7/holder'));
        mkdirSync(join(path, 'deep'), { recursive: true });
      },
      () => unmount(join(base, '7/holder')),
    ),
  }),
);
