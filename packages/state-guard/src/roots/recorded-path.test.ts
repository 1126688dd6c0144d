import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../testing/temporary.ts';
import { recordedPath } from './recorded-path.ts';

it('leaves what is absolute as it is, and puts what is relative below the working directory, dots and all', () => {
  expect(recordedPath('/a/../b/')).toBe('/a/../b/');
  expect(recordedPath('../b', { cwd: '/a' })).toBe('/a/../b');
  expect(recordedPath('b')).toBe(join(process.cwd(), 'b'));
});

it.skipIf(process.platform === 'win32')('says so when the working directory was removed (Windows keeps it)', () => {
  const before = process.cwd();
  const gone = temporaryDirectory();
  onTestFinished(() => process.chdir(before));
  process.chdir(gone);
  rmSync(gone, { recursive: true });
  expect(() => recordedPath('jobs')).toThrow(
    'The working directory, to which "jobs" is relative, no longer exists: pass `cwd`, or record absolute paths.',
  );
  expect(recordedPath('/jobs')).toBe('/jobs');
  expect(recordedPath('jobs', { cwd: '/a' })).toBe('/a/jobs');
});
