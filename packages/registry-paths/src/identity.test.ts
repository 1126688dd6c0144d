import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { fileIdentity, realPath, sameFile } from './identity.ts';
import { askPython, NO_PYTHON } from './testing/python.ts';
import { tempDir } from './testing/temp-dir.ts';

/** Directories, links of every kind, and a chain longer than the kernel follows. */
function plantLinks(): string {
  const dir = tempDir();
  mkdirSync(join(dir, 'real/deep'), { recursive: true });
  writeFileSync(join(dir, 'file'), '');
  const links: Record<string, string> = {
    link: 'real',
    absolute: join(dir, 'real/deep'),
    chain: 'link/deep',
    up: 'real/deep/../..',
    dangling: 'missing/below',
    'dangling-absolute': join(dir, 'gone'),
    self: 'self',
    'self-below': 'self-below/x',
    ping: 'pong',
    pong: 'ping',
    one: 'two/a',
    two: 'three/b',
    three: 'one/c',
    'to-loop': 'ping/x',
    'to-file': 'file',
    twice: 'link/../link/deep',
    'long-0': 'real',
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(dir, name));
  for (let n = 1; n <= 60; n++) symlinkSync(`long-${n - 1}`, join(dir, `long-${n}`));
  return dir;
}

const SPELLINGS = [
  '',
  '.',
  'real',
  'real/',
  'real//deep/./',
  'link',
  'link/deep/missing',
  'link/..',
  'absolute/..',
  'absolute/../missing/../x',
  'chain/../..',
  'chain/new/file.json',
  'up/real',
  'missing',
  'missing/../link',
  'missing/a/../../b',
  'dangling',
  'dangling/c',
  'dangling/../..',
  'dangling-absolute/.mam',
  'self',
  'self/x/y',
  'self/../x',
  'self-below',
  'self-below/y',
  'ping',
  'pong/x',
  'one',
  'two/z',
  'three',
  'to-loop/y',
  'to-file',
  'file/below',
  'to-file/below/../x',
  'twice',
  'twice/new',
  'long-39/new',
  'long-60',
  'long-60/deep',
  'long-60/../new',
  '../../../../../../../../../../../etc',
  '..',
];

test("realPath equals Python's os.path.realpath", ({ skip }) => {
  skip(NO_PYTHON !== null, NO_PYTHON ?? '');
  const dir = plantLinks();
  const absolute = SPELLINGS.map((path) => `${dir}/${path}`);
  expect(absolute.map(realPath)).toEqual(askPython('os.path.realpath(a)', absolute, { cwd: dir }));
  // The same, relative to the working directory of both.
  const away = relative(process.cwd(), dir);
  const relatives = SPELLINGS.map((path) => `${away}/${path}`);
  expect(relatives.map(realPath)).toEqual(askPython('os.path.realpath(a)', relatives, { cwd: process.cwd() }));
});

test('what does not exist is joined to the real path of its nearest parent', () => {
  const dir = plantLinks();
  expect(realPath(join(dir, 'link/deep/new/file.json'))).toBe(join(dir, 'real/deep/new/file.json'));
  expect(realPath(join(dir, 'missing'))).toBe(join(dir, 'missing'));
});

test('a dangling link leads to where it points', () => {
  const dir = plantLinks();
  expect(realPath(join(dir, 'dangling'))).toBe(join(dir, 'missing/below'));
  expect(realPath(join(dir, 'dangling-absolute/x'))).toBe(join(dir, 'gone/x'));
});

test('a loop stays as it is from the link on at which it closes', () => {
  const dir = plantLinks();
  expect(realPath(join(dir, 'self/x'))).toBe(join(dir, 'self/x'));
  expect(realPath(join(dir, 'ping'))).toBe(join(dir, 'ping'));
  expect(realPath(join(dir, 'pong/x'))).toBe(join(dir, 'pong/x'));
});

test('a `..` after a link goes up from where the link leads, whether the rest exists or not', () => {
  const dir = plantLinks();
  expect(realPath(`${dir}/absolute/..`)).toBe(join(dir, 'real'));
  expect(realPath(`${dir}/absolute/../missing`)).toBe(join(dir, 'real/missing'));
  const away = relative(process.cwd(), dir);
  expect(realPath(`${away}/absolute/..`)).toBe(join(dir, 'real'));
});

test('identity is device and inode, through links; null for what does not exist', () => {
  const dir = plantLinks();
  expect(fileIdentity(join(dir, 'link'))).toBe(fileIdentity(join(dir, 'real')));
  expect(fileIdentity(join(dir, 'real'))).toMatch(/^\d+:\d+$/);
  expect(fileIdentity(join(dir, 'real'))).not.toBe(fileIdentity(join(dir, 'real/deep')));
  expect([fileIdentity(join(dir, 'missing')), fileIdentity(join(dir, 'self'))]).toEqual([null, null]);
});

test('two spellings of one directory are the same file, and so are two names of one inode', () => {
  const dir = plantLinks();
  linkSync(join(dir, 'file'), join(dir, 'hard-link'));
  expect(sameFile(join(dir, 'chain'), join(dir, 'real/deep'))).toBe(true);
  expect(sameFile(join(dir, 'file'), join(dir, 'hard-link'))).toBe(true);
  expect(sameFile(join(dir, 'real'), join(dir, 'real/deep'))).toBe(false);
});

test('what does not exist is the same when its real path is', () => {
  const dir = plantLinks();
  expect(sameFile(join(dir, 'link/new'), join(dir, 'real/new'))).toBe(true);
  expect(sameFile(join(dir, 'new'), join(dir, 'newer'))).toBe(false);
});
