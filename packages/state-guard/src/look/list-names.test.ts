import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { entryPath, toBytes } from '../bytes/bytes.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import { listNames } from './list-names.ts';

it('lists the same names both ways, and keeps every byte of them', () => {
  const directory = temporaryDirectory();
  for (let i = 0; i < 1500; i++) writeFileSync(join(directory, `é-${i}.json`), '');
  mkdirSync(join(directory, 'directory'));
  if (process.platform === 'linux') writeFileSync(toBytes(entryPath(directory, 'odd-\u00ff\u00fe.json')), '');
  const [plain, inSteps] = [listNames(directory, 0), listNames(directory, 1_000_000)];
  expect(inSteps.toSorted()).toEqual(plain.toSorted());
  expect(plain).toEqual(readdirSync(directory, 'latin1'));
  expect(listNames(directory, 1_000_000)).toEqual(inSteps);
  expect(plain.length).toBe(process.platform === 'linux' ? 1502 : 1501);
});

it('throws what the file system says, either way', () => {
  const directory = temporaryDirectory();
  for (const expected of [0, 1_000_000]) expect(() => listNames(join(directory, 'gone'), expected)).toThrow('ENOENT');
});
