import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCheckout } from './checkout.ts';
import { tempDir } from './testing/temp-dir.ts';

test('the nearest directory that holds a .git, at the cwd or above', () => {
  const dir = tempDir();
  mkdirSync(join(dir, '.git'));
  mkdirSync(join(dir, 'packages/inner/src'), { recursive: true });
  expect(findCheckout(dir)).toBe(dir);
  expect(findCheckout(join(dir, 'packages/inner/src'))).toBe(dir);
  mkdirSync(join(dir, 'packages/inner/.git'));
  expect(findCheckout(join(dir, 'packages/inner/src'))).toBe(join(dir, 'packages/inner'));
});

test("a worktree's .git is a file", () => {
  const dir = tempDir();
  mkdirSync(join(dir, 'main/.git/worktrees/tree'), { recursive: true });
  mkdirSync(join(dir, 'main/tree/src'), { recursive: true });
  writeFileSync(join(dir, 'main/tree/.git'), `gitdir: ${dir}/main/.git/worktrees/tree\n`);
  expect(findCheckout(join(dir, 'main/tree/src'))).toBe(join(dir, 'main/tree'));
});

test('without a .git above, the cwd', ({ skip }) => {
  const dir = tempDir();
  skip(findCheckout(dir) !== dir, 'the temp directory of this machine lies in a checkout');
  mkdirSync(join(dir, 'a'));
  expect(findCheckout(join(dir, 'a'))).toBe(join(dir, 'a'));
});

test('a cwd that does not exist is no error', () => {
  const dir = tempDir();
  mkdirSync(join(dir, '.git'));
  writeFileSync(join(dir, 'file'), '');
  expect(findCheckout(join(dir, 'gone/below'))).toBe(dir);
  expect(findCheckout(join(dir, 'file/below'))).toBe(dir);
});

test('upwards means from where a link leads', () => {
  const dir = tempDir();
  mkdirSync(join(dir, 'checkout/.git'), { recursive: true });
  mkdirSync(join(dir, 'checkout/src'));
  mkdirSync(join(dir, 'other/.git'), { recursive: true });
  symlinkSync(join(dir, 'checkout/src'), join(dir, 'other/link'));
  expect(findCheckout(join(dir, 'other/link'))).toBe(join(dir, 'checkout'));
});

test('a .git that is a dangling link or a loop counts for nothing', () => {
  const dir = tempDir();
  mkdirSync(join(dir, '.git'));
  mkdirSync(join(dir, 'a/b'), { recursive: true });
  symlinkSync('missing', join(dir, 'a/.git'));
  symlinkSync('.git', join(dir, 'a/b/.git'));
  expect(findCheckout(join(dir, 'a/b'))).toBe(dir);
});
