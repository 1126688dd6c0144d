import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Harness, isRoot, settingsIn, type TriedSetting } from './testing/harness.ts';
import type { DriverResult } from './testing/request.ts';

let harness: Harness;
let count = 0;

beforeAll(() => {
  if (process.platform === 'linux') harness = new Harness();
});
afterAll(() => harness?.remove());

const newPlace = () => harness.directory(`place ${count++}`);
const changes = (done: DriverResult) => done.layer?.observations.map(({ change, path }) => `${change} ${path}`);

const [root, user] = settingsIn('this root') as [TriedSetting, TriedSetting];
const asRoot = test.skipIf(root.reason !== null);
const asUser = test.skipIf(!isRoot() || user.reason !== null);

describe('roots with other mounts', () => {
  const mountBelow = (live: string) =>
    `mkdir -p '${live}/sub/deep' '${live}/d'; mount -t tmpfs t '${live}/sub'; mkdir '${live}/sub/deep'; echo x > '${live}/sub/deep/x'; chmod -R a+rwX '${live}'`;

  asRoot('below are contained with it', () => {
    const live = newPlace();
    const command = ['/bin/bash', '-c', `cd '${live}'; cat sub/deep/x; rm sub/deep/x; echo y > sub/y; echo z > d/z`];
    const done = harness.runAfterMounting(root, mountBelow(live), { mode: 'contain', roots: [live], command });
    expect(done.failure).toBeUndefined();
    expect(changes(done)).toEqual([`added ${live}/d/z`, `removed ${live}/sub/deep/x`, `added ${live}/sub/y`]);
    expect(done.live?.after).toEqual(done.live?.before);
  });

  asUser('below are refused to a plain user, with the reason', () => {
    const live = newPlace();
    const done = harness.runAfterMounting(user, mountBelow(live), {
      mode: 'contain',
      roots: [live],
      command: ['true'],
    });
    expect(done.plan?.refused).toEqual([{ path: live, reason: expect.stringMatching(/sub.*only root can contain/) }]);
  });

  asRoot('that are files of their own below are refused', () => {
    const live = newPlace();
    writeFileSync(join(live, 'f'), 'x');
    const mount = `mount --bind '${live}/f' '${live}/f'`;
    const done = harness.runAfterMounting(root, mount, { mode: 'contain', roots: [live], command: ['true'] });
    expect(done.plan?.refused).toEqual([{ path: live, reason: expect.stringMatching(/"[^"]*f" in it is a mount/) }]);
  });

  asRoot('on another file system, itself a mount point, with flags that stay', () => {
    const live = newPlace();
    const mount = `mount -t tmpfs -o noexec,nosuid t '${live}'; echo '#!/bin/sh' > '${live}/tool'; chmod 755 '${live}/tool'`;
    const command = ['/bin/sh', '-c', `'${live}/tool' || echo x > '${live}/x'`];
    const done = harness.runAfterMounting(root, mount, { mode: 'contain', roots: [live], command });
    expect(changes(done)).toEqual([`added ${live}/x`]);
    expect(done.stderr).toMatch(/denied/);
  });

  asRoot('that nobody can write to stay so', () => {
    const live = newPlace();
    const mount = `mount -t tmpfs t '${live}'; mount -o remount,ro '${live}'`;
    const command = ['/bin/sh', '-c', `echo x > '${live}/x'`];
    const done = harness.runAfterMounting(root, mount, { mode: 'contain', roots: [live], command });
    expect(changes(done)).toEqual([]);
    expect(done.stderr).toMatch(/read-only/i);
  });

  asRoot('on an overlay of overlays are refused with that reason', () => {
    const place = newPlace();
    const stack = `cd '${place}'; mount -t tmpfs t .; cd '${place}'; mkdir low m1 m2 u1 u2 w1 w2
mount -t overlay -o lowerdir=low,upperdir=u1,workdir=w1 o m1; mount -t overlay -o lowerdir=m1,upperdir=u2,workdir=w2 o m2`;
    const done = harness.runAfterMounting(root, stack, {
      mode: 'contain',
      roots: [join(place, 'm2')],
      command: ['true'],
    });
    expect(done.failure).toMatch(/cannot cover ".*m2": it lies on an overlay that lies on another/);
    expect(done.failureKind).toBe('incomplete');
  });
});
