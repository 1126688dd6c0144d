import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { scratchPoint } from '../namespace/scratch-point.ts';
import { parseMountTable } from './mount-table.ts';
import { chooseTargets } from './targets.ts';

let base: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mam-plan-test-')));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('chooseTargets', () => {
  test('a file is contained by its directory, and joins a watched directory around it', () => {
    const file = join(base, 'd/f');
    mkdirSync(join(base, 'd'));
    writeFileSync(file, '');
    expect(chooseTargets([file], 'contain').targets).toEqual([
      { path: join(base, 'd'), kind: 'directory', watched: [file] },
    ]);
    expect(chooseTargets([file, join(base, 'd')], 'contain').targets[0]?.watched).toEqual([file, join(base, 'd')]);
    expect(chooseTargets([file, base], 'contain').targets).toEqual([
      { path: base, kind: 'directory', watched: [base, file] },
    ]);
  });

  test('in read-only a file stands for itself, and is dropped beside a watched directory around it', () => {
    const file = join(base, 'f');
    writeFileSync(file, '');
    expect(chooseTargets([file], 'read-only').targets).toEqual([{ path: file, kind: 'file', watched: [file] }]);
    expect(chooseTargets([base, file], 'read-only').targets).toEqual([
      { path: base, kind: 'directory', watched: [base, file] },
    ]);
  });

  test('names that begin alike are not inside each other', () => {
    mkdirSync(join(base, 'a'));
    mkdirSync(join(base, 'ab'));
    expect(chooseTargets([join(base, 'ab'), join(base, 'a')], 'contain').targets).toHaveLength(2);
  });

  test('nothing that was asked for is dropped silently', () => {
    const paths = ['/', join(base, 'none'), base];
    const { targets, observedOnly, refused } = chooseTargets(paths, 'contain');
    expect(refused.map(({ path }) => path)).toEqual(['/']);
    expect(observedOnly).toEqual([]);
    expect(targets).toEqual([{ path: base, kind: 'directory', watched: [base, join(base, 'none')] }]);
  });
});

describe('parseMountTable', () => {
  test('reads flags, types and escaped mount points', () => {
    const text = [
      '29 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro',
      '30 29 0:5 /x /a\\040b\\134c\\011\\303\\274 ro,nosuid,nodev - tmpfs t rw',
      '31 29 0:6 / /sb rw,noexec master:2 propagate_from:1 - fuse.sshfs h ro,user_id=0',
      '',
    ].join('\n');
    expect(parseMountTable(text)).toEqual([
      { id: 29, point: '/', flags: ['relatime'], readOnly: false, type: 'ext4' },
      { id: 30, point: '/a b\\c\t\xc3\xbc', flags: ['nosuid', 'nodev'], readOnly: true, type: 'tmpfs' },
      { id: 31, point: '/sb', flags: ['noexec'], readOnly: true, type: 'fuse.sshfs' },
    ]);
  });
});

describe.skipIf(process.platform !== 'linux')('scratchPoint', () => {
  test('lies neither above nor below anything that is needed', () => {
    const point = scratchPoint([]);
    expect(scratchPoint([`${point}/deep/below`])).not.toBe(point);
    expect(scratchPoint([point])).not.toBe(point);
    expect(scratchPoint(['/usr/bin'])).toBe(point);
    expect(() => scratchPoint(['/'])).toThrow(/no directory to mount the scratch layer on/);
  });
});
