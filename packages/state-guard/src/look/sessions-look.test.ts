import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nextTick } from '../testing/next-tick.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import { lookAtSessions, type SessionsLook } from './sessions-look.ts';

function written(text: string): string {
  const path = join(temporaryDirectory(), 'agent-sessions.yaml');
  writeFileSync(path, text);
  return path;
}

/** Runs a script in another process, for the look blocks this one, and lets it go on from `read go`. */
async function writer(path: string, script: string): Promise<void> {
  const child = spawn('sh', ['-c', `echo ready; read go; ${script}`]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  // However long the machine takes until the script writes, the file counts as changed just now.
  utimesSync(path, new Date(), new Date(Date.now() + 60_000));
  child.stdin.write('\n');
}

function aged(look: SessionsLook): SessionsLook {
  return { ...look, stamp: look.stamp && { ...look.stamp, lookedAt: look.stamp.lookedAt + 10_000 } };
}

describe('a look at a sessions file', () => {
  it('has its names, and is plain JSON', () => {
    const path = written('l:\n- name: a\n');
    const look = lookAtSessions(path, null, 0);
    expect(look).toMatchObject({ path, state: 'read', reason: null, names: ['a'] });
    expect(JSON.parse(JSON.stringify(look))).toEqual(look);
  });

  it('is not taken again when an earlier one proves that nothing changed', () => {
    const path = written('l:\n- name: a\n');
    const first = aged(lookAtSessions(path, null, 0));
    expect(lookAtSessions(path, first, 0).names).toBe(first.names);
    nextTick();
    writeFileSync(path, 'l:\n- name: b\n');
    expect(lookAtSessions(path, first, 0).names).toEqual(['b']);
  });

  it('says of a path that holds none what it is', () => {
    const directory = temporaryDirectory();
    expect(lookAtSessions(join(directory, 'gone'), null, 0)).toMatchObject({
      state: 'missing',
      reason: null,
      stamp: null,
    });
    expect(lookAtSessions(directory, null, 5000)).toMatchObject({
      state: 'unreadable',
      reason: 'it is not a regular file',
    });
  });

  it.skipIf(process.platform === 'win32')('waits for a file that is half written (needs sh)', async () => {
    const path = written('l: [{name: a}, {na');
    await writer(path, `sleep 0.1; printf 'me: b}]' >> '${path}'`);
    expect(lookAtSessions(path, null, 20_000)).toMatchObject({ reason: null, names: ['a', 'b'] });
  });

  it.skipIf(process.platform === 'win32').for([
    ['was emptied to be written anew', ''],
    ['is written in place, and cut within a line', 'l:\n- na'],
  ] as const)('waits for a file that %s (needs sh)', async ([, text]) => {
    const path = written(text);
    await writer(path, `sleep 0.1; printf 'l:\\n- name: a\\n' > '${path}'`);
    expect(lookAtSessions(path, null, 20_000)).toMatchObject({ reason: null, names: ['a'] });
  });

  it('takes a file for empty that stays so', () => {
    expect(lookAtSessions(written(''), null, 100)).toMatchObject({ state: 'read', reason: null, names: [] });
  });

  it('gives up on one that stays torn, and does not wait for one that nobody writes', () => {
    const path = written('l: [{name: a}, {na');
    const torn = { state: 'read', reason: expect.stringContaining('it is not valid YAML'), names: ['a'] };
    expect(lookAtSessions(path, null, 100)).toMatchObject(torn);
    utimesSync(path, new Date(), new Date(Date.now() - 60_000));
    const begun = process.hrtime.bigint();
    expect(lookAtSessions(path, null, 600_000)).toMatchObject(torn);
    // Ten minutes less the time that any machine needs.
    expect(process.hrtime.bigint() - begun).toBeLessThan(300_000_000_000n);
  });
});
