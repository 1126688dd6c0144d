import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContainMode } from './mode.ts';
import { Harness, SETTINGS, type Setting, whyNotHere } from './testing/harness.ts';

let harness: Harness;
let count = 0;

beforeAll(() => {
  if (process.platform === 'linux') harness = new Harness();
});
afterAll(() => harness?.remove());

const [root, user] = SETTINGS as [Setting, Setting];
const hereAsRoot = test.skipIf(whyNotHere(root) !== null);
const hereAsUser = test.skipIf(whyNotHere(user) !== null);

/** Runs a way out, and says whether the live file was written to. `$LIVE` is the root, `$OUTSIDE` a process outside. */
function escapes(setting: Setting, mode: ContainMode, way: string): boolean {
  const live = harness.directory(`live ${count++}`);
  const file = join(live, 'file');
  const before = `mkdir "${live}/d"; echo live > "${file}"; chmod -R a+rwX "${live}" 2>/dev/null || :`;
  const command = ['/bin/sh', '-c', way];
  const env = { LIVE: live, OUTSIDE: String(process.pid) };
  const done = harness.run(setting, { mode, roots: [live], before, command, env, live: [] });
  expect(done.failure).toBeUndefined();
  return readFileSync(file, 'utf8') !== 'live\n';
}

const WRITE = 'echo escaped > "$LIVE/file"';
const UMOUNT = `umount "$LIVE"; umount -l "$LIVE"; ${WRITE}`;
const REMOUNT = `mount -o remount,bind,rw "$LIVE"; mount -o remount,rw "$LIVE"; ${WRITE}`;
const NESTED = `unshare -Urm sh -c '${UMOUNT}; ${REMOUNT}'; unshare -m sh -c '${UMOUNT}'`;
const BIND_PARENT = `d=$(mktemp -d); unshare -Urm sh -c "mount --bind '$LIVE/..' $d; echo escaped > $d/\${LIVE##*/}/file"; rmdir $d`;
const THROUGH_PROC = 'echo escaped > "/proc/$OUTSIDE/root$LIVE/file"';
const OTHER_NAMESPACE = `nsenter -t "$OUTSIDE" -m sh -c '${WRITE}'; nsenter -t "$OUTSIDE" -U -m --preserve-credentials sh -c '${WRITE}'`;

describe('what a plain user cannot do', () => {
  const ways = Object.entries({ WRITE, UMOUNT, REMOUNT, NESTED, BIND_PARENT, THROUGH_PROC, OTHER_NAMESPACE });
  for (const mode of ['contain', 'read-only'] as const) {
    hereAsUser.each(ways)(`in ${mode}: %s`, (_name, way) => {
      expect(escapes(user, mode, way)).toBe(false);
    });
  }
});

describe('what root cannot do', () => {
  hereAsRoot.each(Object.entries({ WRITE, UMOUNT, REMOUNT, NESTED, BIND_PARENT, OTHER_NAMESPACE }))(
    'in read-only: %s',
    (_name, way) => {
      expect(escapes(root, 'read-only', way)).toBe(false);
    },
  );

  hereAsRoot.each(Object.entries({ WRITE, REMOUNT, BIND_PARENT }))('in contain: %s', (_name, way) => {
    expect(escapes(root, 'contain', way)).toBe(false);
  });
});

describe('what root can do, as the README says', () => {
  hereAsRoot('in read-only: write through the root directory of a process outside', () => {
    expect(escapes(root, 'read-only', THROUGH_PROC)).toBe(true);
  });

  hereAsRoot.each(Object.entries({ UMOUNT, OTHER_NAMESPACE, THROUGH_PROC }))('in contain: %s', (_name, way) => {
    expect(escapes(root, 'contain', way)).toBe(true);
  });
});

describe.each([root, user])('what nobody is kept from, $name', (setting) => {
  const here = test.skipIf(whyNotHere(setting) !== null);

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
