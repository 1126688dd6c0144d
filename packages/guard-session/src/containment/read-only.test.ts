import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Harness, isRoot, settingsIn } from './testing/harness.ts';

let harness: Harness;
let count = 0;

beforeAll(() => {
  if (process.platform === 'linux') harness = new Harness();
});
afterAll(() => harness?.remove());

const newPlace = () => harness.directory(`place ${count++}`);
const EVERY_WAY = `
echo x > new; echo x >> file; true > file; rm file; mv file other; ln file link; mkdir sub; rmdir d; chmod 700 d
touch file; ln -s x symlink; mkfifo fifo; truncate -s 0 file; rm -rf "$LIVE"; mv "$LIVE" "$LIVE.moved"
cat file; ls`;

describe.each(settingsIn())('read-only $title', ({ reason, ...setting }) => {
  const here = test.skipIf(reason !== null);

  here('no write gets through, each fails where it is made, and reading goes on', () => {
    const place = newPlace();
    const live = join(place, 'live');
    const before = `mkdir -p "${live}/d"; echo content > "${live}/file"`;
    const done = harness.run(setting, {
      mode: 'read-only',
      roots: [live],
      before,
      probe: true,
      command: ['/bin/sh', '-c', `cd "$LIVE"; ${EVERY_WAY}`],
      env: { LIVE: live },
      namesIn: [live],
    });
    expect(done.failure).toBeUndefined();
    expect(done.availability?.available).toBe(true);
    expect(done.stdout).toBe('content\nd\nfile\n');
    expect(done.stderr.match(/read-only file system/gi)?.length).toBeGreaterThan(12);
    expect(done.layer).toEqual({ observations: [], besides: [], full: false, notCovered: [] });
    expect(done.names).toEqual([[]]);
    expect(done.live?.after).toEqual(done.live?.before);
  });
});

describe.each(settingsIn('this root'))('read-only roots, $title', ({ reason, ...setting }) => {
  const here = test.skipIf(reason !== null);
  const run = (roots: string[], before: string, command: string, more: object = {}) =>
    harness.run(setting, { mode: 'read-only', roots, before, command: ['/bin/bash', '-c', command], ...more });

  here('a file is protected by itself: also from being replaced', () => {
    const place = newPlace();
    const file = join(place, 'f');
    const commands = `cd '${place}'; echo b > f; mv f g; echo c > t && mv -f t f; rm -f f; echo beside > other; cat f`;
    const done = run([file], `echo a > '${file}'`, commands);
    expect(done.plan?.mounts).toMatchObject([{ path: file, kind: 'file' }]);
    expect(done.stdout).toBe('a\n');
    expect(done.stderr).toMatch(/read-only/i);
    expect(done.stderr).toMatch(/busy/i);
    expect(done.live?.after).toEqual(done.live?.before);
  });

  here("the session's own files inside stay writable", () => {
    const place = newPlace();
    const before = `mkdir '${place}/live' '${place}/live/own'; : > '${place}/live/marks'`;
    const commands = `cd '${place}/live'; echo m >> marks; echo o > own/o; echo x > x`;
    const keepReal = [join(place, 'live/own'), join(place, 'live/marks')];
    const done = run([join(place, 'live')], before, commands, {
      keepReal,
      afterwards: `cat '${place}/live/marks' '${place}/live/own/o'`,
    });
    expect(done.stdout).toBe('m\no\n');
    expect(done.stderr).toMatch(/read-only/i);
  });

  here('a live socket can still be connected to', (context) => {
    if (spawnSync('/usr/bin/python3', ['-c', '']).status !== 0) context.skip('needs python3');
    const place = newPlace();
    // Under its name only once it listens: what waits for the name goes on at once.
    const serve = `import os, socket, sys; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1] + ".new"); s.listen(); s.settimeout(20)
os.rename(sys.argv[1] + ".new", sys.argv[1]); s.accept()`;
    const connect = 'import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1]); print("connected")';
    const before = `/usr/bin/python3 -c '${serve}' '${place}/s' & while [ ! -S '${place}/s' ]; do sleep 0.01; done`;
    expect(run([place], before, `/usr/bin/python3 -c '${connect}' '${place}/s'`).stdout).toBe('connected\n');
  });
});

describe('read-only roots with other mounts', () => {
  for (const { reason, title, ...setting } of settingsIn('this root')) {
    const here = test.skipIf(!isRoot() || reason !== null);

    here(`below, with flags that the kernel locks, ${title}`, () => {
      const live = newPlace();
      const command = [
        '/bin/sh',
        '-c',
        `cd '${live}'; echo x > x; echo y > sub/y; echo z > sub/deep/z; cat sub/f sub/deep/g`,
      ];
      const mount = `mount -t tmpfs -o nosuid,nodev,noexec,noatime t '${live}'; mkdir '${live}/sub'
mount -t tmpfs -o nosuid,nodev,strictatime t '${live}/sub'; echo f > '${live}/sub/f'; mkdir '${live}/sub/deep'
mount -t tmpfs -o noexec,nodiratime t '${live}/sub/deep'; echo g > '${live}/sub/deep/g'; chmod -R 777 '${live}'`;
      const done = harness.runAfterMounting(setting, mount, { mode: 'read-only', roots: [live], command });
      expect(done.failure).toBeUndefined();
      expect(done.stderr.match(/read-only/gi)).toHaveLength(3);
      expect(done.stdout).toBe('f\ng\n');
      expect(done.live?.after).toEqual(done.live?.before);
    });
  }
});
