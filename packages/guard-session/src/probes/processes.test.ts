import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { encodeSession } from '../nested/session-variable.ts';
import { settle } from '../settle/settle.ts';
import { processesProbe } from './processes.ts';

let dir: string;
let child: ChildProcess | null = null;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mam-processes-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

/** A process of a session, under a name of its own, that waits on a pipe from here. */
async function startAs(name: string, sessionId: string): Promise<ChildProcess> {
  const program = join(dir, name);
  symlinkSync('/bin/sh', program);
  const mark = encodeSession({ ids: [sessionId], recorded: {}, pinned: {}, roots: [] });
  child = spawn(program, ['-c', 'read line'], {
    env: { PATH: process.env.PATH, MAM_GUARD_SESSION: mark, SECRET: 'hush' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await once(child, 'spawn');
  return child;
}

test.runIf(process.platform === 'linux')(
  'a command name is text; what cannot be printed is escaped (Linux)',
  async () => {
    const id = randomBytes(12).toString('hex');
    const { pid } = await startAs('\u001bschläft', id);
    const { observations } = await processesProbe(id).compare(null);
    expect(observations).toMatchObject([
      {
        path: 'process:\\x1bschläft',
        detail: { pid, pathBase64: Buffer.from('process:\u001bschläft').toString('base64') },
      },
    ]);
    expect(JSON.stringify(observations)).not.toMatch(/hush|read line/);
    expect(await settle({ sessionId: id, bound: 0 })).toEqual([{ pid, name: '\\x1bschläft', ended: false }]);
  },
);

test.runIf(process.platform === 'linux')('a name that can be printed stands as it is (Linux)', async () => {
  const id = randomBytes(12).toString('hex');
  const { pid } = await startAs('agent ü', id);
  const { observations } = await processesProbe(id).compare(null);
  expect(observations).toMatchObject([{ path: 'process:agent ü', by: 'unknown', detail: { pid } }]);
  expect(observations[0]?.detail).not.toHaveProperty('pathBase64');
});
