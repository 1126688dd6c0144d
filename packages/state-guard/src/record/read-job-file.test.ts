import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fromText } from '../bytes/bytes.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import { readJobFile, readJobFiles } from './read-job-file.ts';

function written(content: string | Buffer): string {
  const path = join(temporaryDirectory(), 'job.json');
  writeFileSync(path, content);
  return fromText(path);
}

/** Runs a script in another process, for reading again blocks this one. */
async function writer(path: string, script: string): Promise<void> {
  const child = spawn('sh', ['-c', `echo ready; read go; ${script}`], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  // However long the machine takes until the script writes, the record counts as changed just now.
  utimesSync(path, new Date(), new Date(Date.now() + 60_000));
  child.stdin.write('\n');
}

describe('a record', () => {
  it('of 50 MB is not read', () => {
    const path = written(`{"agent_session": "herdr:planner", "prompt": "${'x'.repeat(50_000_000)}"}`);
    expect(readJobFile(path).file).toEqual({
      problem: 'has 50000048 bytes, and more than 4194304 are not read',
      torn: false,
    });
  });

  it('that cannot be read says why', () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'd.json'));
    expect(readJobFile(fromText(join(directory, 'd.json'))).file).toEqual({
      problem: 'is not a regular file',
      torn: false,
    });
    expect(readJobFile(fromText(join(directory, 'no.json'))).file).toEqual({ problem: 'leads nowhere', torn: false });
  });

  it.skipIf(process.platform === 'win32')(
    'that is half written is read again until it is whole (needs sh)',
    async () => {
      const path = written('{"agent_session": "pla');
      await writer(path, `sleep 0.1; printf 'nner"}' >> '${path}'`);
      expect(readJobFiles([path], 20_000).get(path)).toEqual({ object: { agent_session: 'planner' } });
    },
  );

  it.skipIf(process.platform === 'win32')('that is empty yet is read again until it is not (needs sh)', async () => {
    const path = written('');
    await writer(path, `sleep 0.1; printf '{"prompt": "p"}' > '${path}'`);
    expect(readJobFiles([path], 20_000).get(path)).toEqual({ object: { prompt: 'p' } });
  });

  it('that stays torn is given up when the time is over, however many there are', () => {
    const directory = temporaryDirectory();
    const paths = Array.from({ length: 200 }, (_, i) => join(directory, `${i}.json`));
    for (const path of paths) writeFileSync(path, '{"a"');
    const files = readJobFiles(paths.map(fromText), 100);
    expect([...files.values()]).toEqual(paths.map(() => ({ problem: 'is not valid JSON', torn: true })));
  });

  it('that nobody has written for a while is not waited for', () => {
    const path = written('{"a"');
    utimesSync(path, new Date(), new Date(Date.now() - 60_000));
    expect(readJobFile(path)).toEqual({ file: { problem: 'is not valid JSON', torn: true }, beingWritten: false });
    // Not now: a machine that stands still would make that a while ago.
    utimesSync(path, new Date(), new Date(Date.now() + 60_000));
    expect(readJobFile(path).beingWritten).toBe(true);
  });

  it('is read once, however often it is asked for', () => {
    const path = written('{}');
    expect([...readJobFiles([path, path], 0).keys()]).toEqual([path]);
  });
});
