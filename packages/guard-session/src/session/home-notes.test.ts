import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { homeNotes } from './home-notes.ts';
import { planSession } from './plan.ts';

let dir: string;
let live: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'mam-home-')));
  live = join(dir, 'user');
  for (const name of ['user/.config', 'user/work/h/.config', 'fake']) mkdirSync(join(dir, name), { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const notes = (env: Record<string, string>, options = {}, dropped: string[] = []) =>
  homeNotes({ env, dropped, options }, { home: live, uid: 1000 });

const HALF = (names: string, verb: string) =>
  `HOME is redirected, but ${names} still ${verb} to live state of the user; redirect the whole family, drop the rest ` +
  "(--drop-env 'XDG_*'), or use --sandbox-home.";

describe('HOME is redirected', () => {
  test('and XDG_* are live', () => {
    expect(notes({ HOME: join(dir, 'fake'), XDG_CONFIG_HOME: join(live, '.config') })).toEqual([
      HALF('XDG_CONFIG_HOME', 'leads'),
    ]);
    const both = { XDG_CACHE_HOME: join(live, '.cache'), XDG_RUNTIME_DIR: '/run/user/1000' };
    expect(notes({ HOME: join(dir, 'fake'), ...both })).toEqual([HALF('XDG_CACHE_HOME and XDG_RUNTIME_DIR', 'lead')]);
  });

  test('and XDG_* follow, are dropped, or lie elsewhere', () => {
    const home = join(dir, 'fake');
    expect(notes({ HOME: home })).toEqual([]);
    expect(notes({ HOME: home, XDG_CONFIG_HOME: join(home, '.config'), XDG_DATA_HOME: '/srv/data' })).toEqual([]);
    expect(notes({ HOME: home, XDG_CONFIG_HOME: join(live, '.config') }, {}, ['XDG_CONFIG_HOME'])).toEqual([]);
  });

  test('to a directory inside the live home, with all of it', () => {
    const home = join(live, 'work/h');
    expect(notes({ HOME: home, XDG_CONFIG_HOME: join(home, '.config') })).toEqual([]);
    expect(notes({ HOME: home, XDG_CONFIG_HOME: join(live, '.config') })).toHaveLength(1);
  });

  test('by --sandbox-home, but one variable is kept', () => {
    const env = { HOME: live, XDG_CONFIG_HOME: join(live, '.config') };
    expect(notes(env, { sandboxHome: true })).toEqual([]);
    expect(notes(env, { sandboxHome: true, keepEnv: ['XDG_CONFIG_HOME'] })).toEqual([HALF('XDG_CONFIG_HOME', 'leads')]);
  });
});

describe('XDG_* are redirected and HOME is not', () => {
  const other = (names: string, verb: string) =>
    `${names} ${verb} redirected, but HOME is still the live ${live}, and many tools keep their state there; redirect the ` +
    'whole family, or use --sandbox-home.';

  test('is said of those that hold state', () => {
    expect(notes({ HOME: live, XDG_CONFIG_HOME: join(dir, 'fake') })).toEqual([other('XDG_CONFIG_HOME', 'is')]);
    expect(notes({ XDG_CONFIG_HOME: join(dir, 'fake'), XDG_STATE_HOME: '/srv' })).toEqual([
      other('XDG_CONFIG_HOME and XDG_STATE_HOME', 'are'),
    ]);
    expect(notes({ HOME: live, XDG_CACHE_HOME: '/srv/cache', XDG_RUNTIME_DIR: '/run/user/1000' })).toEqual([]);
  });

  test('is not said of a home under another spelling', () => {
    symlinkSync(live, join(dir, 'link'));
    expect(notes({ HOME: join(dir, 'link'), XDG_CONFIG_HOME: join(dir, 'link/.config') })).toEqual([]);
  });
});

test('an empty or relative value is said', () => {
  expect(notes({ HOME: '', XDG_STATE_HOME: 'state' })).toEqual([
    'HOME is set but empty, so tools find another place from every working directory; unset it, or give an absolute path.',
    'XDG_STATE_HOME is a relative path, so tools find another place from every working directory; unset it, or give an absolute path.',
  ]);
});

test('a user whom the system does not know has no live home to compare with', () => {
  expect(homeNotes({ env: { HOME: '/x', XDG_CONFIG_HOME: '/y' }, dropped: [], options: {} }, null)).toEqual([]);
});

test('every plan carries the notes, and compares with what the system says of the user', () => {
  const env = { HOME: dir, XDG_CONFIG_HOME: join(userInfo().homedir, '.config'), TMPDIR: dir };
  // The live home of this machine may hold a live server as well, of which another note tells.
  const ofHome = (options = {}) =>
    planSession({ env, cwd: dir, ...options }).notes.filter((note) => /^HOME /.test(note));
  expect(ofHome()).toEqual([HALF('XDG_CONFIG_HOME', 'leads')]);
  expect(ofHome({ dropEnv: ['XDG_*'] })).toEqual([]);
});
