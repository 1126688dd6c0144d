import { mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextTick } from '../testing/next-tick.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import { type DirectoryLook, lookAtDirectory } from './directory-look.ts';

const all = (): boolean => true;

/** The look, as if it had come so long after the last change: on a machine that stands still, a look at once may not. */
function after(look: DirectoryLook, milliseconds: number): DirectoryLook {
  const { stamp } = look;
  return { ...look, stamp: stamp && { ...stamp, lookedAt: Number(BigInt(stamp.ctimeNs) / 1_000_000n) + milliseconds } };
}

describe('a look at a directory', () => {
  it('has the names that count', () => {
    const directory = temporaryDirectory();
    for (const name of ['a.json', 'b.txt']) writeFileSync(join(directory, name), '');
    const look = lookAtDirectory(directory, (name) => name.endsWith('.json'));
    expect(look).toMatchObject({ path: directory, state: 'listed', reason: null, names: ['a.json'] });
    expect(look.stamp?.ino).toBe(String(statSync(directory, { bigint: true }).ino));
    expect(JSON.parse(JSON.stringify(look))).toEqual(look);
  });

  it('finds missing what is not there, also below a file or at the end of a link', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'file'), '');
    symlinkSync('gone', join(directory, 'dangling'));
    for (const name of ['gone', 'file/below', 'dangling']) {
      const path = join(directory, name);
      expect(lookAtDirectory(path, all)).toEqual({ path, state: 'missing', reason: null, stamp: null, names: [] });
    }
  });

  it('cannot be had of a file: that is not covered, rather than empty', () => {
    const path = join(temporaryDirectory(), 'jobs');
    writeFileSync(path, '');
    expect(lookAtDirectory(path, all)).toMatchObject({
      state: 'unreadable',
      reason: 'it is not a directory',
      names: [],
    });
  });

  it('cannot be had of a loop of links', () => {
    const path = join(temporaryDirectory(), 'loop');
    symlinkSync('loop', path);
    expect(lookAtDirectory(path, all)).toMatchObject({ state: 'unreadable', reason: 'ELOOP' });
  });

  it('is not taken again when an earlier one proves that nothing changed', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'a'), '');
    const first = after(lookAtDirectory(directory, all), 10_000);
    expect(lookAtDirectory(directory, all, first).names).toBe(first.names);
    nextTick();
    writeFileSync(join(directory, 'a'), 'other content');
    expect(lookAtDirectory(directory, all, first).names).toBe(first.names);
  });

  it('is taken again when the earlier one was too soon after a change', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'a'), '');
    const first = after(lookAtDirectory(directory, all), 1_000);
    const second = lookAtDirectory(directory, all, first);
    expect(second.names).toEqual(first.names);
    expect(second.names).not.toBe(first.names);
  });

  it.for([
    ['one more', (directory: string) => writeFileSync(join(directory, 'b'), ''), ['a', 'b']],
    ['one less', (directory: string) => rmSync(join(directory, 'a')), []],
    [
      'one for another',
      (directory: string) => {
        rmSync(join(directory, 'a'));
        writeFileSync(join(directory, 'b'), '');
      },
      ['b'],
    ],
    [
      'the whole directory made again',
      (directory: string) => {
        rmSync(directory, { recursive: true });
        mkdirSync(directory);
        writeFileSync(join(directory, 'c'), '');
      },
      ['c'],
    ],
  ] as const)('sees %s', ([, change, names]) => {
    const directory = join(temporaryDirectory(), 'jobs');
    mkdirSync(directory);
    writeFileSync(join(directory, 'a'), '');
    const first = after(lookAtDirectory(directory, all), 10_000);
    nextTick();
    change(directory);
    expect(lookAtDirectory(directory, all, first).names.toSorted()).toEqual(names);
  });
});
