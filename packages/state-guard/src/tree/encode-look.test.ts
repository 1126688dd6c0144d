import { createHash } from 'node:crypto';
import { appendFileSync, chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toBytes } from '../bytes/bytes.ts';
import { compareTree } from './compare-tree.ts';
import { decodeTreeLook } from './decode-look.ts';
import { encodeTreeLook, treeLookChunks } from './encode-look.ts';
import { lookTree } from './look-tree.ts';
import { asPlainUser, tempDir, tempTree } from './testing/temp-tree.ts';

function changeEverything(root: string): void {
  appendFileSync(join(root, 'd/log'), 'two\n');
  writeFileSync(join(root, 'd/same'), 'same');
  rmSync(join(root, 'l'));
  symlinkSync('elsewhere', join(root, 'l'));
  rmSync(join(root, 'gone'), { recursive: true });
  writeFileSync(join(root, 'x.ignored'), '');
  writeFileSync(join(root, 'excluded'), '');
}

test('a baseline that went through its binary form is compared as it was', () => {
  const root = asPlainUser(() =>
    tempTree({ 'd/log': 'one\n', 'd/same': 'same', 'gone/f': '', 'closed/f': '', big: '12345' }),
  );
  symlinkSync('d/log', join(root, 'l'));
  if (process.platform === 'linux') mkdirSync(toBytes(`${root}/d\xff`));
  chmodSync(join(root, 'closed'), 0);
  const options = { ignore: ['*.ignored'], exclude: [join(root, 'excluded')], content: { fileBytes: 4 } };
  const before = asPlainUser(() => lookTree(root, options));
  const decoded = decodeTreeLook(encodeTreeLook(before));
  chmodSync(root, 0o777);
  chmodSync(join(root, 'd'), 0o777);
  changeEverything(root);
  appendFileSync(join(root, 'big'), '6');
  const [direct, stored] = [before, decoded].map((look) => asPlainUser(() => compareTree(look)));
  expect(stored).toEqual({ ...direct, look: expect.anything() });
  expect(direct?.observations.map(({ detail }) => detail)).toMatchObject([
    { differs: ['mode'] },
    { differs: ['content', 'size'], contentUnknown: 'its former content was not recorded: it was larger than 0 MiB' },
    { differs: ['mode'] },
    { appendedLines: 1 },
    { sameBytes: true },
    { entries: 1 },
    {},
    { target: { before: 'd/log', after: 'elsewhere' } },
  ]);
  expect(direct).toMatchObject({ notCovered: [{ reason: 'EACCES' }], ignored: 1 });
  chmodSync(join(root, 'closed'), 0o700);
});

test('a tree that is not there yet has a baseline too', () => {
  const root = join(tempDir(), 'absent');
  const decoded = decodeTreeLook(encodeTreeLook(lookTree(root)));
  mkdirSync(root);
  expect(compareTree(decoded).observations).toMatchObject([{ change: 'added', path: root }]);
});

test('the pieces are the whole', () => {
  const look = lookTree(tempTree({ 'a/b': 'x' }));
  expect(Buffer.concat([...treeLookChunks(look)]).equals(encodeTreeLook(look))).toBe(true);
});

test('a baseline may stand anywhere in a larger buffer', () => {
  const root = tempTree({ 'a/b': 'x' });
  const encoded = encodeTreeLook(lookTree(root));
  const larger = new Uint8Array(encoded.length + 3);
  larger.set(encoded, 3);
  expect(compareTree(decodeTreeLook(larger.subarray(3))).observations).toEqual([]);
});

describe('what is no whole baseline is refused in one sentence', () => {
  const encoded = () => encodeTreeLook(lookTree(tempTree({ 'a/b': 'x', c: 'y' })));

  test('cut short at any place, or damaged in any byte', () => {
    const whole = encoded();
    for (let length = 16; length < whole.length; length += 7) {
      expect(() => decodeTreeLook(whole.subarray(0, length))).toThrow(
        'This baseline of a tree is cut short or damaged; take a new baseline.',
      );
    }
    for (let at = 16; at < whole.length; at += 11) {
      const damaged = Uint8Array.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      expect(() => decodeTreeLook(damaged)).toThrow('cut short or damaged');
    }
  });

  test.each([new Uint8Array(0), Buffer.from('{"schema":"mam-guard/1"}'), Buffer.from('mam-tree')])(
    'foreign: %s',
    (bytes) => {
      expect(() => decodeTreeLook(bytes)).toThrow(
        'This is no baseline of a tree; take a new baseline with "mam snapshot".',
      );
    },
  );

  test('of another form', () => {
    const other = Buffer.from(encoded());
    other.write('mam-tree-look/2\n', 'latin1');
    expect(() => decodeTreeLook(other)).toThrow(
      'has form 2, which this version of mam does not read; take a new baseline.',
    );
  });

  test('of a machine with the other byte order', () => {
    const bytes = Buffer.from(encoded());
    const at = bytes.indexOf(`"endianness":"${endianness()}"`);
    bytes.write(`"endianness":"XX"`, at);
    const body = bytes.subarray(0, -16);
    const digest = createHash('sha256').update(body).digest().subarray(0, 16);
    expect(() => decodeTreeLook(Buffer.concat([body, digest]))).toThrow(
      'the other byte order; take a new baseline here.',
    );
  });

  test('that leads in circles, or twice to one entry', () => {
    for (const child of [0, 3]) {
      const { entries, ...look } = lookTree(tempTree({ 'a/b': 'x', 'c/d': 'x' }));
      for (const index of [1, 2]) entries.slot[index] = child;
      expect(() => decodeTreeLook(encodeTreeLook({ ...look, entries }))).toThrow(
        'contradicts itself; take a new baseline.',
      );
    }
  });
});
