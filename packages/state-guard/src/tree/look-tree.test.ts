import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toBytes } from '../bytes/bytes.ts';
import { nextTick } from '../testing/next-tick.ts';
import { compareTree } from './compare-tree.ts';
import { lookTree } from './look-tree.ts';
import { asPlainUser, tempTree, told } from './testing/temp-tree.ts';

const isLinux = process.platform === 'linux';

/** Ends a process that writes to a test's tree, before the tree is removed. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Bytes that this process has read so far, by the count of the kernel. */
function bytesRead(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}

describe('what is never opened or followed', () => {
  test('a FIFO without a writer and a socket are seen, and not opened', async () => {
    const root = tempTree({ f: 'x' });
    const before = lookTree(root);
    expect(spawnSync('mkfifo', [join(root, 'fifo')]).status).toBe(0);
    const server = createServer().listen(join(root, 'socket'));
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    expect(told(compareTree(before).observations, root)).toEqual(['added other fifo', 'added socket socket']);

    const now = lookTree(root);
    rmSync(join(root, 'f'));
    expect(spawnSync('mkfifo', [join(root, 'f')]).status).toBe(0);
    expect(compareTree(now).observations).toMatchObject([
      { change: 'modified', entry: 'other', detail: { type: { before: 'file', after: 'other' } } },
    ]);
  });

  test('a socket that was bound again is another one; one that is only connected to is not', async () => {
    const root = tempTree({});
    const path = join(root, 'socket');
    const listen = async () => {
      const server = createServer().listen(path);
      await new Promise((resolve) => server.once('listening', resolve));
      return server;
    };
    const first = await listen();
    const before = lookTree(root);
    expect(compareTree(before).observations).toEqual([]);
    await new Promise((resolve) => first.close(resolve));
    // The number of the inode may be given again, and then its birth alone tells.
    nextTick();
    const second = await listen();
    onTestFinished(() => void second.close());
    expect(compareTree(before).observations).toMatchObject([
      { change: 'modified', entry: 'socket', detail: { replaced: true } },
    ]);
  });

  test('a link is an entry, wherever it leads', () => {
    const outside = tempTree({ secret: 'x' });
    const root = tempTree({ 'd/f': 'x' });
    symlinkSync(outside, join(root, 'out'));
    symlinkSync('.', join(root, 'd/here'));
    symlinkSync('loop', join(root, 'loop'));
    const before = lookTree(root);
    writeFileSync(join(outside, 'new'), 'x');
    expect(compareTree(before)).toMatchObject({ observations: [], notCovered: [], watched: { entries: 6 } });
    const loop = lookTree(join(root, 'loop'));
    expect(compareTree(loop).watched).toMatchObject({ path: join(root, 'loop'), entries: 1 });
  });

  test.skipIf(!isLinux)(
    'only a file that moved is read again, and a sparse file of 5 GB never (counts of /proc/self/io)',
    () => {
      const root = tempTree({ sparse: '', grows: 'x', still: 'x'.repeat(1_000_000) });
      truncateSync(join(root, 'sparse'), 5e9);
      const before = lookTree(root);
      // Stamps of now would have the content read again.
      before.startedAt += 10_000;
      const start = bytesRead();
      expect(compareTree(before).observations).toEqual([]);
      truncateSync(join(root, 'sparse'), 5e9 + 1);
      truncateSync(join(root, 'grows'), 5e9);
      const { observations } = compareTree(before);
      expect(bytesRead() - start).toBeLessThan(100_000);
      expect(observations).toMatchObject([
        { path: join(root, 'grows'), detail: { appendedBytes: 5e9 - 1 } },
        {
          path: join(root, 'sparse'),
          detail: {
            differs: ['content', 'size'],
            contentUnknown: 'its former content was not recorded: it was larger than 64 MiB',
          },
        },
      ]);
      expect(observations[0]?.detail).not.toHaveProperty('appendedLines');
    },
  );
});

describe('what cannot be looked at', () => {
  test('a directory that loses its permission is not covered, and nothing in it is told as removed', () => {
    const { root, before } = asPlainUser(() => {
      const made = tempTree({ 'd/e/f': 'x', g: 'x' });
      return { root: made, before: lookTree(made) };
    });
    for (const mode of [0o000, 0o400]) {
      chmodSync(join(root, 'd'), mode);
      const { observations, notCovered } = asPlainUser(() => compareTree(before));
      expect(told(observations, root)).toEqual(['modified directory d']);
      expect(notCovered).toEqual([{ path: join(root, 'd'), reason: 'EACCES' }]);
    }
    chmodSync(join(root, 'd'), 0o755);
  });

  test('what was not covered at the baseline is not covered later, and not new', () => {
    const root = asPlainUser(() => tempTree({ 'd/f': 'x' }));
    chmodSync(join(root, 'd'), 0o000);
    const before = asPlainUser(() => lookTree(root));
    chmodSync(join(root, 'd'), 0o755);
    const { observations, notCovered } = asPlainUser(() => compareTree(before));
    expect(told(observations, root)).toEqual(['modified directory d']);
    expect(notCovered).toEqual([{ path: join(root, 'd'), reason: 'EACCES' }]);
  });

  test.each(['removed', 'made'])(
    'a root that could not be reached at one look is not covered, and not told as %s',
    (how) => {
      const directory = asPlainUser(() => tempTree({ 'closed/root/f': 'x' }));
      const closed = join(directory, 'closed');
      const root = join(closed, 'root');
      if (how === 'made') rmSync(root, { recursive: true });
      else chmodSync(closed, 0o000);
      const before = asPlainUser(() => lookTree(root));
      if (how === 'made') chmodSync(closed, 0o000);
      else {
        chmodSync(closed, 0o755);
        rmSync(root, { recursive: true });
      }
      const { observations, notCovered } = asPlainUser(() => compareTree(before));
      chmodSync(closed, 0o755);
      expect(observations).toEqual([]);
      expect(notCovered).toEqual([{ path: root, reason: 'EACCES' }]);
    },
  );

  test('a file whose content cannot be read is told when it moves, and why no more is known', () => {
    const root = asPlainUser(() => tempTree({ f: 'abc' }));
    chmodSync(join(root, 'f'), 0o000);
    const before = asPlainUser(() => lookTree(root));
    chmodSync(join(root, 'f'), 0o644);
    writeFileSync(join(root, 'f'), 'abd');
    chmodSync(join(root, 'f'), 0o000);
    expect(asPlainUser(() => compareTree(before))).toMatchObject({
      observations: [
        { detail: { differs: ['stamps'], contentUnknown: 'its former content could not be read: EACCES' } },
      ],
      notCovered: [],
    });
  });

  test('a path that is too long for the system is not covered', () => {
    const root = tempTree({});
    const name = 'n'.repeat(200);
    const script = 'cd "$1"; for i in $(seq 30); do mkdir "$2" && cd "$2" || exit 1; done';
    expect(spawnSync('bash', ['-c', script, 'bash', root, name]).status).toBe(0);
    const { observations, notCovered } = compareTree(lookTree(root));
    expect(observations).toEqual([]);
    expect(notCovered).toMatchObject([{ reason: 'ENAMETOOLONG' }]);
    expect(spawnSync('rm', ['-rf', join(root, name)]).status).toBe(0);
  });
});

describe.skipIf(!isLinux)('names that are not UTF-8 (only Linux has them)', () => {
  test('each is an entry of its own, and its bytes lead back to it', () => {
    const root = tempTree({});
    const name = (byteString: string) => Buffer.concat([Buffer.from(`${root}/`), toBytes(byteString)]);
    mkdirSync(name('d\xff'));
    writeFileSync(name('d\xff/f\xfe'), 'one\n');
    const before = lookTree(root);
    writeFileSync(name('d\xff/f\xfe'), 'one\ntwo\n');
    writeFileSync(name('d\xfe'), '');
    writeFileSync(join(root, 'dü\n'), '');
    const { observations } = compareTree(before);
    expect(observations.map(({ change, path, detail }) => [change, path, detail?.appendedLines])).toEqual([
      ['added', `${root}/dü\\n`, undefined],
      ['added', `${root}/d\\xfe`, undefined],
      ['modified', `${root}/d\\xff/f\\xfe`, 1],
    ]);
    expect(
      observations.map(({ detail }) => readFileSync(Buffer.from(detail?.pathBase64 ?? '', 'base64'), 'utf8')),
    ).toEqual(['', '', 'one\ntwo\n']);
  });
});

describe('what is excluded', () => {
  test('is not looked at, not told and not counted', () => {
    const root = tempTree({ 'jobs/j1': 'x', 'sessions.yaml': 'x', other: 'x' });
    const before = lookTree(root, {
      exclude: [join(root, 'jobs'), join(root, 'sessions.yaml'), join(root, 'not-there')],
    });
    expect(compareTree(before).watched.entries).toBe(2);
    writeFileSync(join(root, 'jobs/j2'), '');
    writeFileSync(join(root, 'sessions.yaml'), 'y');
    writeFileSync(join(root, 'not-there'), '');
    writeFileSync(join(root, 'new'), '');
    expect(told(compareTree(before).observations, root)).toEqual(['added file new']);
  });

  test('excluded only at the second look, it is not told as removed either', () => {
    const root = tempTree({ 'jobs/j1': 'x', 'd/jobs/j1': 'x' });
    const before = lookTree(root);
    rmSync(join(root, 'd'), { recursive: true });
    const { observations } = compareTree(before, { exclude: [join(root, 'jobs'), join(root, 'd/jobs')] });
    expect(told(observations, root)).toEqual(['removed directory d']);
  });
});

describe('a tree that changes while it is read', () => {
  test('a file that is replaced all the time is never told as removed or added', async () => {
    const root = tempTree({ 'registry.json': '{"jobs":[]}', 'quiet/f': 'x' });
    for (let k = 0; k < 300; k++) writeFileSync(join(root, `neighbour-${k}`), '');
    const script = `const fs = require('fs'); process.chdir(process.argv[1]);
      for (let i = 0; ; i++) {
        fs.writeFileSync('registry.tmp', '{"jobs":[' + i + ']}'); fs.renameSync('registry.tmp', 'registry.json');
        fs.mkdirSync('scratch/deep', { recursive: true }); fs.writeFileSync('scratch/deep/f', 'x');
        fs.rmSync('scratch', { recursive: true });
        if (i === 0) console.log('running');
      }`;
    const churn = spawn(process.execPath, ['-e', script, root], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => ended(churn));
    await new Promise((resolve) => churn.stdout.once('data', resolve));
    for (let round = 0; round < 15; round++) {
      const { observations } = compareTree(lookTree(root));
      const others = observations.filter(({ path }) => !/scratch|registry\.tmp/.test(path));
      expect(new Set(told(others, root))).toEqual(new Set(others.length === 0 ? [] : ['modified file registry.json']));
    }
  });

  test('a file that is appended to while it is recorded is told with what came after', async () => {
    const root = tempTree({ log: '' });
    const script = `while true; do echo tick >> "$1/log"; done`;
    const writer = spawn('bash', ['-c', script, 'bash', root], { stdio: 'ignore' });
    onTestFinished(() => ended(writer));
    const grown = async (size: number): Promise<void> => {
      while (statSync(join(root, 'log')).size <= size) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await grown(100);
    const before = lookTree(root);
    // However slowly it writes: more than the look can have seen.
    await grown(statSync(join(root, 'log')).size);
    await ended(writer);
    const [found] = compareTree(before).observations;
    const ticks = readFileSync(join(root, 'log'), 'utf8').length / 5;
    expect(found?.detail?.appendedLines).toBe(ticks - Number(found?.detail?.size?.before) / 5);
  });

  test('a directory that is listed in another order is the same directory', () => {
    const names = Array.from({ length: 200 }, (_, k) => `f${k}`);
    const root = tempTree(Object.fromEntries(names.map((name) => [name, 'x'])));
    const before = lookTree(root);
    const other = join(root, '..', 'other');
    mkdirSync(other);
    for (const name of readdirSync(root).reverse()) renameSync(join(root, name), join(other, name));
    for (const name of readdirSync(other).reverse()) renameSync(join(other, name), join(root, name));
    expect(compareTree(before).observations).toEqual([]);
  });
});

test('progress is told now and then, and at the end', () => {
  const root = tempTree(Object.fromEntries(Array.from({ length: 4100 }, (_, k) => [`f${k}`, ''])));
  const said: number[] = [];
  const before = lookTree(root, { progress: (entries) => said.push(entries) });
  expect(said).toEqual([2048, 4096, 4101]);
  compareTree(before, { progress: (entries) => said.push(entries) });
  expect(said).toHaveLength(6);
});
