import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../testing/temporary.ts';
import { readBounded } from './read-bounded.ts';

function text(path: string, limit = 1000): string | null {
  const read = readBounded(path, limit);
  return read.state === 'read' ? read.bytes.toString() : null;
}

describe('readBounded', () => {
  it.for([0, 1, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 3_000_000])('reads a file of %d bytes whole', (size) => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, 'é'.repeat(size).slice(0, size / 2) + 'x'.repeat(size % 2));
    expect(text(file, 4_000_000)?.length).toBe(Math.floor(size / 2) + (size % 2));
  });

  it('reads through links, and says of each other path why it does not', async () => {
    const directory = temporaryDirectory();
    const at = (name: string): string => join(directory, name);
    writeFileSync(at('file'), 'here');
    symlinkSync('file', at('link'));
    symlinkSync('loop', at('loop'));
    symlinkSync('gone', at('dangling'));
    mkdirSync(at('directory'));
    expect(text(at('link'))).toBe('here');
    expect(readBounded(at('gone'), 10)).toEqual({ state: 'missing' });
    expect(readBounded(at('dangling'), 10)).toEqual({ state: 'missing' });
    expect(readBounded(at('file/below'), 10)).toEqual({ state: 'missing' });
    expect(readBounded(at('loop'), 10)).toEqual({ state: 'unreadable', reason: 'ELOOP' });
    expect(readBounded(at('directory'), 10)).toEqual({ state: 'unreadable', reason: 'is not a regular file' });
  });

  it.skipIf(process.platform === 'win32')(
    'does not wait for a pipe, nor open a socket (Windows has neither here)',
    async () => {
      const directory = temporaryDirectory();
      execFileSync('mkfifo', [join(directory, 'pipe')]);
      const server = createServer().listen(join(directory, 'socket'));
      await new Promise((resolve) => server.once('listening', resolve));
      for (const name of ['pipe', 'socket']) {
        expect(readBounded(join(directory, name), 10)).toEqual({
          state: 'unreadable',
          reason: 'is not a regular file',
        });
      }
      server.close();
    },
  );

  it('does not read a file above the limit, however large', () => {
    const file = join(temporaryDirectory(), 'file');
    const fd = openSync(file, 'w');
    ftruncateSync(fd, 50 * 1024 * 1024 * 1024);
    closeSync(fd);
    expect(readBounded(file, 4096)).toEqual({
      state: 'unreadable',
      reason: 'has 53687091200 bytes, and more than 4096 are not read',
    });
  });

  it.skipIf(process.platform !== 'linux')(
    'does not read on in a file that says it is empty and is not (only Linux has /proc)',
    () => {
      const read = readBounded('/proc/self/status', 100);
      expect(read).toEqual({ state: 'unreadable', reason: expect.stringMatching(/^has \d+ bytes, and more than 100/) });
      expect(text('/proc/self/comm')?.trim()).not.toBe('');
    },
  );
});
