import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readMarks } from './read-marks.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mam-marks-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function marks(...lines: string[]) {
  const file = join(dir, 'marks.jsonl');
  writeFileSync(file, lines.join('\n'));
  return readMarks(file);
}

test('a start and an end make a window, times in either form', () => {
  const { windows, problems } = marks(
    '{"test":"a","worker":"gw0","start":1000}',
    '{"test":"b","worker":"gw1","start":"1970-01-01T00:00:01.500Z"}',
    '{"test":"a","worker":"gw0","end":2000}',
    '{"test":"c","start":3000,"end":4000}',
  );
  expect(problems).toEqual([]);
  expect(windows).toEqual([
    { test: 'a', worker: 'gw0', start: 1000, end: 2000 },
    { test: 'b', worker: 'gw1', start: 1500, end: null },
    { test: 'c', worker: '', start: 3000, end: 4000 },
  ]);
});

test('a test that runs again has a window each time', () => {
  const { windows } = marks(
    '{"test":"a","start":1}',
    '{"test":"a","end":2}',
    '{"test":"a","start":3}',
    '{"test":"a","end":4}',
  );
  expect(windows.map(({ start, end }) => [start, end])).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('lines that cannot be used are said and skipped', () => {
  const { windows, problems } = marks(
    '{"test":"a","start":1}',
    '[]',
    '{"start":1}',
    '{"test":"b"}',
    '{"test":"b","start":"never"}',
    '{"test":"z","end":9}',
    '{"test":"cut","sta',
  );
  expect(windows).toEqual([{ test: 'a', worker: '', start: 1, end: null }]);
  expect(problems).toEqual([
    'Line 2 of the marks file is no object.',
    'Line 3 of the marks file names no test.',
    'Line 4 of the marks file has neither a start nor an end.',
    'Line 5 of the marks file has a time that is none.',
    'Line 6 of the marks file ends a test that never began.',
    'Line 7 of the marks file is cut short or no JSON.',
  ]);
});

test('a file that is not there holds no marks', () => {
  expect(readMarks(join(dir, 'absent'))).toEqual({ windows: [], problems: [] });
});

test('a file that cannot be read is said', () => {
  expect(readMarks(dir)).toEqual({
    windows: [],
    problems: [`The marks file "${dir}" cannot be read (EISDIR), so no test is named.`],
  });
});
