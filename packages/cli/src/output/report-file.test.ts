import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeReport } from './report-file.ts';
import { planReports } from './reports.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mam-report-file-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('a report takes the place of the former one, keeps its mode, and leaves nothing beside it', () => {
  const file = join(dir, 'r.json');
  writeFileSync(file, 'old');
  chmodSync(file, 0o640);
  writeReport(file, 'new');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777, readdirSync(dir)]).toEqual([
    'new',
    0o640,
    ['r.json'],
  ]);
});

test('a link to a report stays a link', () => {
  const file = join(dir, 'r.json');
  writeFileSync(file, 'old');
  symlinkSync(file, join(dir, 'latest'));
  writeReport(join(dir, 'latest'), 'new');
  expect([lstatSync(join(dir, 'latest')).isSymbolicLink(), readFileSync(file, 'utf8')]).toEqual([true, 'new']);
});

test('two formats that name one file are refused, by another spelling too', () => {
  expect(() => planReports(dir, { json: 'r', html: './x/../r' })).toThrow(
    /--json and --html name the same file .+; give each its own\./,
  );
  expect(() => planReports(dir, { json: '/dev/null', html: '/dev/null' })).not.toThrow();
});
