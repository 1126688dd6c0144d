import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Harness, type Setting, settingsIn } from './testing/harness.ts';
import type { DriverResult } from './testing/request.ts';

let harness: Harness;
let count = 0;

beforeAll(() => {
  if (process.platform === 'linux') harness = new Harness();
});
afterAll(() => harness?.remove());

const newPlace = () => harness.directory(`place ${count++}`);
const changes = (done: DriverResult) => done.layer?.observations.map(({ change, path }) => `${change} ${path}`);

describe.each(settingsIn('this root'))('roots, $title', ({ reason, ...setting }) => {
  const here = test.skipIf(reason !== null);
  const contain = (roots: string[], before: string, command: string, more: object = {}) =>
    harness.run(setting, { mode: 'contain', roots, before, command: ['/bin/bash', '-c', command], ...more });

  here('several: each has its own layer', () => {
    const place = newPlace();
    const [a, b] = [join(place, 'a'), join(place, 'b')];
    const done = contain([a, b], `mkdir "${a}" "${b}"; echo x > "${a}/x"; echo y > "${a}/y"`, `mv "${a}/x" "${b}/x"`);
    expect(changes(done)).toEqual([`removed ${a}/x`, `added ${b}/x`]);
    expect(done.live?.after).toEqual(done.live?.before);
  });

  here('that do not exist yet are observed, unless a contained one covers them', () => {
    const place = newPlace();
    const [live, inside, outside] = [join(place, 'live'), join(place, 'live/later'), join(place, 'later')];
    const done = contain([inside, outside, live], `mkdir "${live}"`, `mkdir "${inside}" "${outside}"`);
    expect(done.plan?.observedOnly).toEqual([{ path: outside, reason: expect.stringContaining('does not exist yet') }]);
    expect(done.plan?.mounts).toEqual([expect.objectContaining({ path: live, watched: [live, inside] })]);
    expect(changes(done)).toEqual([`added ${inside}`]);
  });

  here('that are dangling links do not exist yet', () => {
    const place = newPlace();
    const done = contain([join(place, 'link')], `ln -s nowhere "${place}/link"`, 'true');
    expect(done.plan?.observedOnly.map(({ path }) => path)).toEqual([join(place, 'nowhere')]);
  });

  here('inside each other are one: the outermost', () => {
    const place = newPlace();
    const inner = join(place, 'd/inner');
    const done = contain([inner, place, inner], `mkdir -p "${inner}"`, `echo x > "${inner}/x"`);
    expect(done.plan?.mounts).toEqual([expect.objectContaining({ path: place, watched: [place, inner] })]);
    expect(changes(done)).toEqual([`added ${inner}/x`]);
  });

  here('that are links, or reached through one, are contained at their real place', () => {
    const place = newPlace();
    const before = `mkdir -p "${place}/real/d"; ln -s real "${place}/link"`;
    const done = contain([`${place}/link/d`], before, `echo x > "${place}/link/d/a"; echo y > "${place}/real/d/b"`);
    expect(changes(done)).toEqual([`added ${place}/real/d/a`, `added ${place}/real/d/b`]);
    expect(done.live?.after).toEqual(done.live?.before);
  });

  here('with any name', () => {
    const names = [
      'a b',
      'a,b',
      'a:b',
      'a\\b',
      'a\nb',
      "a'b",
      'a"b',
      'a$(touch x)`touch y`b',
      '-o',
      'ü',
      '%n',
      '#',
      'a\\040b',
    ];
    const place = newPlace();
    const roots = names.map((name) => join(place, name));
    for (const root of roots) mkdirSync(root, { mode: 0o777 });
    for (const root of roots) spawnSync('chmod', ['777', root]);
    const done = harness.run(setting, {
      mode: 'contain',
      roots,
      command: ['/bin/sh', '-c', 'for root in "$@"; do echo x > "$root/x" || exit; done', 'sh', ...roots],
    });
    expect(done.exit).toEqual({ exitCode: 0, signal: null });
    expect(done.layer?.observations).toHaveLength(names.length);
    expect(done.live?.after).toEqual(done.live?.before);
  });

  here('that are files are contained by their directory, and the rest of it is told apart', () => {
    const place = newPlace();
    const file = join(place, 'state.yaml');
    const run = `echo b > "${file}.new"; mv "${file}.new" "${file}"; echo c > "${place}/other"`;
    const done = contain([file], `echo a > "${file}"`, run, { live: [place] });
    expect(done.plan?.mounts).toEqual([expect.objectContaining({ path: place, watched: [file] })]);
    expect(changes(done)).toEqual([`modified ${file}`]);
    expect(done.layer?.besides.map(({ path }) => path)).toEqual([join(place, 'other')]);
    expect(done.live?.after).toEqual(done.live?.before);
  });

  here("stay real where the session's own files lie", () => {
    const place = newPlace();
    const [file, sandbox, marks] = [join(place, 'state'), join(place, 'sand,box'), join(place, 'd/marks')];
    const before = `echo a > "${file}"; mkdir "${sandbox}" "${place}/d"; : > "${marks}"`;
    const run = `echo b > "${file}"; echo s > "${sandbox}/s"; echo m >> "${marks}"; rm -rf "${sandbox}"; cat "${marks}"`;
    const done = contain([file], before, run, { keepReal: [sandbox, marks] });
    expect(done.stdout).toBe('m\n');
    expect(readFileSync(marks, 'utf8')).toBe('m\n');
    expect(changes(done)).toEqual([`modified ${file}`]);
    expect(done.layer?.besides).toEqual([]);
    expect(done.live?.after).toEqual(done.live?.before);
  });

  here('that lie in the session’s own directory are refused, and so is the root of the file system', () => {
    const place = newPlace();
    const done = contain([place, '/', '/initrd-of-nobody'], '', 'true', { keepReal: [place], live: [] });
    expect(done.plan?.refused).toEqual([
      { path: '/', reason: expect.stringContaining('root of the file system') },
      { path: place, reason: expect.stringContaining("session's own") },
    ]);
    expect(done.exit?.exitCode).toBe(0);
  });

  here('on a tmpfs', () => {
    const done = onTmpfs(setting, (live) => {
      const before = `mkdir -p "${live}/d"; echo x > "${live}/x"`;
      return contain([live], before, `cd "${live}"; df . > df; rm -r d; echo y >> x; mv x d; mkdir d 2>&1`);
    });
    expect(done.layer?.observations.map(({ change, entry }) => `${change} ${entry}`)).toEqual([
      'modified file',
      'added file',
      'removed file',
    ]);
    expect(done.live?.after).toEqual(done.live?.before);
  });

  here('with a live socket: it refuses connections, and the server keeps its own', (context) => {
    if (spawnSync('/usr/bin/python3', ['-c', '']).status !== 0) context.skip('needs python3');
    const place = newPlace();
    const socket = join(place, 's');
    // Under its name only once it listens: what waits for the name goes on at once.
    const serve = `import os, socket, sys; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1] + ".new"); s.listen(); s.settimeout(20)
os.rename(sys.argv[1] + ".new", sys.argv[1])
try:
    s.accept()
except OSError: pass`;
    const connect = `import socket, sys
try:
    socket.socket(socket.AF_UNIX).connect(sys.argv[1]); print("connected")
except OSError as e: print(type(e).__name__)`;
    const before = `/usr/bin/python3 -c '${serve}' "${socket}" & while [ ! -S "${socket}" ]; do sleep 0.01; done`;
    const run = `/usr/bin/python3 -c '${connect}' "${socket}"`;
    const done = contain([place], before, run, { afterwards: run, stdio: 'inherit' });
    expect(done.stdout).toBe('ConnectionRefusedError\nconnected\n');
    expect(done.layer?.observations).toEqual([]);
  });

  here('that the run removes: busy, emptied, and reported as removed', () => {
    const place = newPlace();
    const live = join(place, 'r');
    const before = `mkdir -p "${live}/d"; echo x > "${live}/d/x"; echo y > "${live}/y"`;
    const done = contain([live], before, `rm -rf "${live}"; rmdir "${live}"; mv "${live}" "${live}.moved"`);
    expect(done.stderr.match(/busy/gi)).toHaveLength(3);
    expect(changes(done)).toEqual(['', '/d', '/d/x', '/y'].map((path) => `removed ${live}${path}`));
    expect(done.layer?.observations[0]).toMatchObject({ entry: 'directory', detail: { entries: 3, emptied: true } });
    expect(done.live?.after).toEqual(done.live?.before);
  });

  here('that keep one entry are not reported as removed', () => {
    const place = newPlace();
    const done = contain([place], `echo x > "${place}/x"; echo y > "${place}/y"`, `rm "${place}/x"`);
    expect(changes(done)).toEqual([`removed ${place}/x`]);
    const empty = newPlace();
    expect(changes(contain([empty], '', `echo x > "${empty}/x"; rm "${empty}/x"`))).toEqual([]);
  });

  here('that get another mode', () => {
    const place = newPlace();
    const done = contain(
      [`${place}/r`],
      `mkdir -m 751 "${place}/r"`,
      `stat -c %a "${place}/r"; chmod 700 "${place}/r"`,
    );
    expect(done.stdout).toBe('751\n');
    expect(done.layer?.observations).toMatchObject([
      {
        change: 'modified',
        entry: 'directory',
        path: `${place}/r`,
        detail: { mode: { before: '0751', after: '0700' } },
      },
    ]);
  });

  here('look as old as they are', () => {
    const live = join(newPlace(), 'r');
    const time = `stat -c %y "${live}"`;
    const done = contain([live], `mkdir "${live}"; ${time}`, time, { stdio: 'inherit', afterwards: time });
    const times = done.stdout.trim().split('\n');
    expect(times).toHaveLength(3);
    expect(new Set(times).size).toBe(1);
    expect(done.layer?.observations).toEqual([]);
  });

  here('whose layer is full say so, and lose nothing live', () => {
    const place = newPlace();
    const run = `head -c 4M /dev/zero > "${place}/big"`;
    const done = contain([place], `echo x > "${place}/x"`, run, { scratchBytes: 1024 * 1024 });
    expect(done.stderr).toMatch(/no space left/i);
    expect(done.layer?.full).toBe(true);
    expect(changes(done)).toEqual([`added ${place}/big`]);
    expect(done.live?.after).toEqual(done.live?.before);
  });
});

/** A live directory on the tmpfs that every Linux has. */
function onTmpfs<T>({ name }: Setting, use: (live: string) => T): T {
  const live = spawnSync('mktemp', ['-d', '/dev/shm/mam-containment-test-XXXXXX'], { encoding: 'utf8' }).stdout.trim();
  spawnSync('chmod', ['777', live]);
  try {
    return use(join(live, name));
  } finally {
    spawnSync('rm', ['-rf', live]);
  }
}
