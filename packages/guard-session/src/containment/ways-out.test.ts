import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContainMode } from './mode.ts';
import { Harness, type Setting, settingsIn, type TriedSetting } from './testing/harness.ts';

let harness: Harness;
let count = 0;

beforeAll(() => {
  if (process.platform === 'linux') harness = new Harness();
});
afterAll(() => harness?.remove());

const [root, user] = settingsIn('this root') as [TriedSetting, TriedSetting];
const hereAsRoot = test.skipIf(root.reason !== null);
const hereAsUser = test.skipIf(user.reason !== null);

const WRITE = 'echo escaped > "$FILE"';
const UMOUNT = `umount "$LIVE"; umount -l "$LIVE"; ${WRITE}`;
const REMOUNT = `mount -o remount,bind,rw "$LIVE"; mount -o remount,rw "$LIVE"; ${WRITE}`;
const NESTED = `unshare -Urm sh -c '${UMOUNT}; ${REMOUNT}'; unshare -m sh -c '${UMOUNT}'`;
const BIND_PARENT = `d=$(mktemp -d); export d; unshare -Urm sh -c '
  mount --bind "$LIVE/.." "$d"; echo escaped > "$d/\${LIVE##*/}/\${FILE##*/}"'; rmdir "$d"`;
const BELOW = `d=$(mktemp -d); mount --bind "$LIVE/.." "$d"; echo escaped > "$d/\${LIVE##*/}/\${FILE##*/}"; umount "$d"; rmdir "$d"`;
const THROUGH_PROC = 'echo escaped > "/proc/$OUTSIDE/root$FILE"';
const OTHER_NAMESPACE = `nsenter -t "$OUTSIDE" -m sh -c '${WRITE}'
  nsenter -t "$OUTSIDE" -U -m --preserve-credentials sh -c '${WRITE}'`;

/**
 * Tries ways out one after the other, each on a live file of its own, and names those that wrote to it. `$FILE` is the
 * file, `$LIVE` the root, `$OUTSIDE` a process outside.
 */
function escapes(setting: Setting, mode: ContainMode, ways: Record<string, string>): string[] {
  const live = harness.directory(`live ${count++}`);
  const names = Object.keys(ways);
  const before = names.map((name) => `echo live > "${live}/${name}"`).join('\n');
  const scripts = names.map((name) => `( FILE="${live}/${name}"; export FILE; ${ways[name]}\n)`);
  const command = ['/bin/sh', '-c', scripts.join('\n')];
  const env = { LIVE: live, OUTSIDE: String(process.pid) };
  const done = harness.run(setting, { mode, roots: [live], before, command, env, live: [] });
  expect(done.failure).toBeUndefined();
  expect(done.exit).toBeDefined();
  return names.filter((name) => readFileSync(join(live, name), 'utf8') !== 'live\n');
}

describe(user.title, () => {
  hereAsUser.each(['contain', 'read-only'] as const)('has no way out of %s', (mode) => {
    const ways = { WRITE, UMOUNT, REMOUNT, NESTED, BIND_PARENT, BELOW, THROUGH_PROC, OTHER_NAMESPACE };
    expect(escapes(user, mode, ways)).toEqual([]);
  });
});

describe(root.title, () => {
  hereAsRoot('gets out of read-only through the root directory of a process outside alone', () => {
    const ways = { WRITE, UMOUNT, REMOUNT, NESTED, BIND_PARENT, BELOW, OTHER_NAMESPACE, THROUGH_PROC };
    expect(escapes(root, 'read-only', ways)).toEqual(['THROUGH_PROC']);
  });

  hereAsRoot('gets out of contain by leaving or undoing the mounts, as the README says', () => {
    const ways = { WRITE, REMOUNT, BIND_PARENT, BELOW, OTHER_NAMESPACE, THROUGH_PROC, UMOUNT };
    expect(escapes(root, 'contain', ways)).toEqual(['BELOW', 'OTHER_NAMESPACE', 'THROUGH_PROC', 'UMOUNT']);
  });
});

describe.each([root, user])('what nobody is kept from, $title', ({ reason, ...setting }) => {
  const here = test.skipIf(reason !== null);

  here('a descriptor that the guard was started with leads to the live file', () => {
    const live = harness.directory(`live ${count++}`);
    const file = join(live, 'file');
    writeFileSync(file, 'live\n');
    mkdirSync(join(live, 'd'));
    const { words } = harness.commandLine(setting, { mode: 'contain', roots: [live], command: ['echo', 'escaped'] });
    harness.shell('exec "$@" >> "$FILE"', words, { FILE: file });
    expect(readFileSync(file, 'utf8')).toBe('live\nescaped\n');
  });
});
