import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './workspace.ts';

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '');

test('no file names this machine or a package registry', () => {
  const home = homedir();
  // Too general to tell a machine path from an example: every root's home, and a checkout at the file system's root.
  const machine = [ROOT.replace(/\/$/, ''), hostname(), home.length > '/root'.length ? home : ''].filter(
    (word) => word.length > 3,
  );
  const registry = /https?:\/\/[^\s"')]*(?:registry|npmjs|artifactory|nexus)[^\s"')]*/i;
  const offenders = files.filter((file) => {
    const text = read(file);
    return machine.some((word) => text.includes(word)) || registry.test(text);
  });
  expect(files.length).toBeGreaterThan(20);
  expect(offenders).toEqual([]);
});

function read(file: string): string {
  try {
    return readFileSync(join(ROOT, file), 'latin1');
  } catch {
    return '';
  }
}
