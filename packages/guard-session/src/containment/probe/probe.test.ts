import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Harness, isRoot, type Setting, settingsIn, type TriedSetting } from '../testing/harness.ts';

let harness: Harness;

beforeAll(() => {
  if (process.platform === 'linux') harness = new Harness();
});
afterAll(() => harness?.remove());

const [root, user] = settingsIn('this root') as [TriedSetting, TriedSetting];
const reason = isRoot() ? (root.reason ?? user.reason) : 'needs root';
const here = test.skipIf(reason !== null);
const SYSCTL = '/proc/sys/user/max_user_namespaces';

describe(`what this machine says when a mode is taken from it${reason === null ? '' : ` (skipped: it ${reason})`}`, () => {
  const live = () => {
    const path = join(harness.base, 'live');
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path);
    return path;
  };
  const probe = (setting: Setting, script: string, mode: 'contain' | 'read-only') => {
    const request = { mode, roots: [live()], command: ['true'], probe: true };
    const { words, result } = harness.commandLine(setting, request);
    harness.shell(script, words);
    return harness.read(result);
  };

  here('to root without CAP_SYS_ADMIN and without user namespaces', () => {
    const confined = `unshare --user --map-root-user --mount sh -ec '
      echo 0 > ${SYSCTL}; exec setpriv --bounding-set=-sys_admin "$@"' sh "$@"`;
    for (const mode of ['contain', 'read-only'] as const) {
      const { availability, failure, failureKind } = probe(root, confined, mode);
      expect(availability).toMatchObject({
        available: false,
        reason: expect.stringContaining('user.max_user_namespaces is 0'),
        remedy: expect.stringContaining('sudo sysctl -w user.max_user_namespaces='),
      });
      expect(failure).toContain(`The mode ${mode} could not be set up`);
      expect(failureKind).toBe('incomplete');
    }
  });

  here('to a plain user in a chroot', () => {
    const chroot = `unshare --mount sh -ec '
      mount -t tmpfs t /mnt; mkdir /mnt/jail; cd /mnt/jail
      for d in $(cd /; ls); do
        [ $d != mnt ] || continue
        if [ -L /$d ]; then cp -P /$d $d; elif [ -d /$d ]; then mkdir $d; mount --rbind /$d $d; fi
      done
      exec chroot --userspec=65534:65534 /mnt/jail "$@"' sh "$@"`;
    const { availability } = probe({ ...user, user: 'root' }, chroot, 'contain');
    expect(availability).toMatchObject({ available: false, reason: expect.stringContaining('changed root') });
  });

  here('and in a chroot root has it, with the root that it has', () => {
    const place = harness.directory('chroot');
    writeFileSync(join(place, 'f'), 'live\n');
    const command = ['/bin/sh', '-c', `cat ${place}/f; echo x > ${place}/f; ls /inside-the-chroot`];
    const { words, result } = harness.commandLine(root, { mode: 'contain', roots: [place], command });
    const done = harness.shell(
      `unshare --mount sh -ec '
        mount -t tmpfs t /mnt; mkdir /mnt/up /mnt/work /mnt/root
        mount -t overlay -o lowerdir=/,upperdir=/mnt/up,workdir=/mnt/work o /mnt/root; mkdir /mnt/root/inside-the-chroot
        for d in /proc /dev ${harness.base}; do mount --rbind $d /mnt/root$d; done; exec chroot /mnt/root "$@"' sh "$@"`,
      words,
    );
    expect(done.stderr).toBe('');
    expect(done.stdout).toBe('live\n');
    expect(harness.read(result).layer?.observations).toMatchObject([{ change: 'modified', path: join(place, 'f') }]);
    expect(existsSync('/inside-the-chroot')).toBe(false);
    expect(readFileSync(join(place, 'f'), 'utf8')).toBe('live\n');
  });

  here('and root of a user namespace of its own, as in a rootless container, has it', () => {
    const place = harness.directory('rootless');
    const command = ['/bin/sh', '-c', `cd ${place}; rm -r d; mkdir d; id -u`];
    const before = `mkdir -p ${place}/d/e`;
    const { words, result } = harness.commandLine(root, {
      mode: 'contain',
      roots: [place],
      before,
      command,
      probe: true,
    });
    const done = harness.shell('unshare --user --map-root-user --mount "$@"', words);
    expect(done.stdout).toBe('0\n');
    const { availability, layer } = harness.read(result);
    expect(availability).toEqual({ available: true, how: 'root' });
    expect(layer?.observations).toMatchObject([{ change: 'removed', entry: 'directory', path: join(place, 'd/e') }]);
  });
});
