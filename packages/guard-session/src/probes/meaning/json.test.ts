import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lookAtJson } from './json.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mam-json-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const write = (name: string, value: unknown) =>
  writeFileSync(join(dir, name), typeof value === 'string' ? value : JSON.stringify(value));
const look = (files: string[], churn: string[] = []) => lookAtJson({ files, churn }, dir);

test('the order of keys and the spelling say nothing, the order of items does', () => {
  write('f', '{"a":[1,{"x":1,"y":2}],"b":"ü"}');
  const before = look(['f']);
  write('f', '{\n "b": "\\u00fc", "a": [1, {"y": 2, "x": 1}]\n}\n');
  expect(look(['f'])).toEqual(before);
  write('f', '{"a":[{"x":1,"y":2},1],"b":"ü"}');
  expect(look(['f'])).not.toEqual(before);
});

test('keys that are churn count at no depth, with a star at either end', () => {
  write('f', { n: 1, lastSeen: 1, cachedGates: { a: 1 }, deep: [{ hitCount: 1, keep: 1 }] });
  const before = look(['f'], ['last*', 'cached*', '*Count']);
  write('f', { n: 1, deep: [{ keep: 1, hitCount: 9 }], lastCost: 2 });
  expect(look(['f'], ['last*', 'cached*', '*Count'])).toEqual(before);
  write('f', { n: 1, deep: [{ keep: 2 }] });
  expect(look(['f'], ['last*', 'cached*', '*Count'])).not.toEqual(before);
});

test('keys and items are not mixed up', () => {
  write('f', { a: 1 });
  const before = look(['f']);
  write('f', [['a', 1]]);
  expect(look(['f'])).not.toEqual(before);
});

test('a star is one name; the root may be the file; what is no JSON says nothing', () => {
  mkdirSync(join(dir, 's/one/deep'), { recursive: true });
  write('s/one/f.json', {});
  write('s/one/deep/f.json', {});
  write('s/torn.json', '{"a":');
  expect(Object.keys(look(['s/*/f.json', 's/torn.json', 'absent.json', 's/*']))).toEqual(['s/one/f.json']);
  expect(Object.keys(lookAtJson({ files: ['.'], churn: [] }, join(dir, 's/one/f.json')))).toEqual(['.']);
});
