import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox } from './create.ts';
import { findLeftBehind } from './left-behind.ts';
import { NONCE_FILE } from './nonce-file.ts';

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mam-left-')));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** A sandbox of this process, whose claim is then made another one's. */
function sandboxOf(claim: object): string {
  // No process of this machine carries it, nor a part of its own that looks like it.
  const owner = { sessionId: randomBytes(12).toString('hex'), pid: process.pid };
  const { path } = createSandbox({ parents: [base], live: [], owner });
  const file = join(path, NONCE_FILE);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...claim }));
  return path;
}

/** No process: ids end far below. */
const gone = { pid: 2 ** 31 - 1 };

test('what a guard that is gone left is named, and beyond three counted', () => {
  const first = sandboxOf(gone);
  const said = 'ended without clean-up and left';
  expect(findLeftBehind(base)).toBe(`An earlier guard session ${said} ${first}; check and remove by hand.`);
  const all = [first, ...[1, 2, 3].map(() => sandboxOf(gone))];
  const text = findLeftBehind(base) ?? '';
  expect(text).toMatch(/^4 earlier guard sessions .* and 1 more; check and remove by hand\.$/);
  expect(all.filter((path) => text.includes(path))).toHaveLength(3);
});

test.runIf(process.platform === 'linux')('a later process with the id of the guard is not the guard (Linux)', () => {
  const path = sandboxOf({ startedAt: '1' });
  expect(findLeftBehind(base)).toContain(path);
});

test('nothing is said of a guard that lives, of one whose process ids mean nothing here, and of a sandbox of no guard', () => {
  sandboxOf({});
  sandboxOf({ ...gone, pidNamespace: 'pid:[1]' });
  createSandbox({ parents: [base], live: [] });
  writeFileSync(join(base, 'mam-file'), '');
  expect(findLeftBehind(base)).toBeNull();
});
