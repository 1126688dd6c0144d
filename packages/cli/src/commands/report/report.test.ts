import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '@mam/state-guard';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Machine, makeMachine, mam } from '../../testing/machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

const file = (name: string) => join(machine.dir, name);

/** A shard: a guarded command, with its report in a file. */
async function shard(name: string, script: string): Promise<string> {
  await mam(machine, ['run', '--json', file(name), '--', 'sh', '-c', script]);
  return file(name);
}

describe('mam report merge', () => {
  test('joins shards into one verdict, and its status is the gate', async () => {
    const clean = await shard('1.json', 'true');
    const leaking = await shard('2.json', `echo '{}' > ${machine.plane}/jobs/x.json`);
    const { status, stdout } = await mam(machine, ['report', 'merge', '--json', file('all.json'), clean, leaking]);
    expect(status).toBe(3);
    expect(stdout).toContain(join(machine.plane, 'jobs/x.json'));
    const merged = JSON.parse(readFileSync(file('all.json'), 'utf8')) as Verdict;
    expect([merged.verdict, merged.leaks.length]).toEqual(['leaks', 1]);
  });

  test('clean shards are status 0; one that is missing is status 4', async () => {
    const clean = await shard('1.json', 'true');
    expect((await mam(machine, ['report', 'merge', clean])).status).toBe(0);
    const { status, stderr } = await mam(machine, ['report', 'merge', '--expect', '2', clean]);
    expect([status, stderr]).toEqual([4, 'mam: 1 of 2 reports are there; a shard without a report has no verdict.\n']);
  });

  test.each([
    ['absent', null, /cannot be read \(ENOENT\)/],
    ['cut short', '{"schema":"mam-gu', /.+/],
    ['of another schema', '{"schema":"mam-guard/9"}', /.+/],
  ])('a report that is %s is refused by name, with status 2', async (_what, content, message) => {
    if (content !== null) writeFileSync(file('bad.json'), content);
    const { status, stderr } = await mam(machine, ['report', 'merge', file('bad.json')]);
    expect(status).toBe(2);
    expect(stderr).toContain('bad.json');
    expect(stderr).toMatch(message);
  });
});

test('mam report show turns one format into another, and its status says only whether it could', async () => {
  const leaking = await shard('1.json', `echo '{}' > ${machine.plane}/jobs/x.json`);
  const formats = ['--junit', file('r.xml'), '--html', file('r.html'), '--print0', file('r.0')];
  const { status, stdout } = await mam(machine, ['report', 'show', ...formats, leaking]);
  expect(status).toBe(0);
  expect(stdout).toContain('1 leak');
  for (const name of ['r.xml', 'r.html', 'r.0']) expect(existsSync(file(name))).toBe(true);
  expect(readFileSync(file('r.0'), 'utf8')).toBe(`${join(machine.plane, 'jobs/x.json')}\0`);
});
