import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../testing/temporary.ts';
import { compareBytes, entryPath, fromText, toBytes, toText } from './bytes.ts';

describe('byte strings', () => {
  it('keep every byte, in and out', () => {
    const every = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
    expect(toBytes(every.toString('latin1'))).toEqual(every);
  });

  it('go to text and back', () => {
    expect(fromText('é')).toBe('\u00c3\u00a9');
    expect(toText(fromText('計画 \u{1f600}'))).toBe('計画 \u{1f600}');
    expect(toText('a\u00ffb')).toBe('a\ufffdb');
  });

  it('sort as bytes do, where UTF-16 sorts otherwise', () => {
    const [high, astral] = [fromText('\uffee'), fromText('\u{1f600}')];
    expect(compareBytes(high, astral)).toBe(-1);
    expect('\uffee' < '\u{1f600}').toBe(false);
    expect(compareBytes(high, high)).toBe(0);
    expect(compareBytes(astral, high)).toBe(1);
  });

  it('join a directory as text and a name as bytes', () => {
    expect(entryPath('/é', '\u00ff.json')).toBe('/\u00c3\u00a9/\u00ff.json');
    expect(entryPath('/', 'a')).toBe('/a');
  });

  it.skipIf(process.platform !== 'linux')(
    'open a name that is not UTF-8, which text cannot (names are bytes on Linux)',
    () => {
      const directory = temporaryDirectory();
      const name = 'a\u00ffb.json';
      writeFileSync(toBytes(entryPath(directory, name)), 'here');
      expect(readdirSync(directory, 'latin1')).toEqual([name]);
      expect(readFileSync(toBytes(entryPath(directory, name)), 'utf8')).toBe('here');
      expect(() => readFileSync(join(directory, readdirSync(directory)[0] ?? ''))).toThrow('ENOENT');
    },
  );
});
