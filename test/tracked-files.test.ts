import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './workspace.ts';

/** Every file of the checkout that git would not ignore, tracked or new. */
function listFiles(): string[] {
  // An empty repository beside it: the checkout may have no history, or belong to another user, whom git does not trust.
  const beside = mkdtempSync(join(tmpdir(), 'mam-tracked-'));
  // A hook sets variables that lead to the repository that it works on.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', env });
  try {
    git('init', '--quiet', '--bare', beside);
    const listing = ['ls-files', '-z', '--others', '--exclude-standard'];
    return git(`--git-dir=${beside}`, '--work-tree=.', ...listing)
      .split('\0')
      .filter((file) => file !== '');
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

test('no file names this machine or a package registry', () => {
  const files = listFiles();
  // Too general to tell this machine from an example: a path of one step, the home of a user with an example's name, and
  // a host's name that is a plain word.
  const paths = [ROOT.replace(/\/$/, ''), homedir()].filter((path) => /^\/[^/]+\//.test(path));
  const machine = [
    ...paths.filter((path) => !/^\/(?:home|Users)\/(?:u|me|you|user)$/.test(path)),
    ...[hostname()].filter((name) => name.length > 7 && /[^a-z]/i.test(name)),
  ];
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
