import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { guarded, type Machine, makeMachine, mam } from '../../testing/machine.ts';
import { ASLEEP, hasTmux } from '../../testing/processes.ts';

let machine: Machine;
let home: string;
beforeEach(() => {
  machine = makeMachine();
  home = join(machine.dir, 'home');
  mkdirSync(join(home, 'sub'));
  writeFileSync(join(home, 'file'), 'one\n');
});
afterEach(() => machine.remove());

async function watched(script: string, ...flags: string[]) {
  const result = await guarded(machine, script, flags);
  const name = ({ change, path }: { change: string; path: string }) =>
    `${change} ${path.replace(`${machine.dir}/`, '')}`;
  return { ...result, leaks: result.report.leaks.map(name), excused: result.report.excused.map(name) };
}

describe('-w', () => {
  test('a watch that does not exist is watched: its appearance is a finding', async () => {
    const { leaks } = await watched(`mkdir ${home}/new; touch ${home}/new/x`, '-w', join(home, 'new'));
    expect(leaks).toEqual(['added home/new', 'added home/new/x']);
  });

  test('a watch inside another, and the same tree by two spellings, are found once', async () => {
    symlinkSync(home, join(machine.dir, 'spelled'));
    const flags = ['-w', home, '-w', join(home, 'sub'), '-w', join(machine.dir, 'spelled')];
    const { leaks } = await watched(`touch ${home}/sub/x`, ...flags);
    expect(leaks).toEqual(['added home/sub/x']);
  });

  test('the top of a home can be watched without its depth', async () => {
    const { leaks } = await watched(`touch ${home}/sub/deep ${home}/top`, '-w', home, '--ignore', '/*/**');
    expect(leaks).toEqual(['added home/top']);
  });

  test('a removed root is one finding with the count of what went', async () => {
    const { leaks, report } = await watched(`rm -r ${home}`, '-w', home, '--ignore', 'file');
    expect(leaks).toEqual(['removed home']);
    expect(report.leaks[0]?.detail.entries).toBeGreaterThan(0);
  });

  test('patterns that ignore everything are said', async () => {
    const { stderr, status } = await watched(`touch ${home}/x`, '-w', home, '--ignore', '*');
    expect(status).toBe(0);
    expect(stderr).toContain(`The ignore patterns leave nothing of ${home} but its root.`);
  });

  test('a control plane is looked deep into, and what belongs to the registry is found once', async () => {
    const script = `echo '{}' > ${machine.plane}/jobs/x.json; echo note > ${machine.plane}/notes`;
    const { leaks } = await watched(script, '-w', machine.plane);
    expect(leaks).toEqual(['added live/.mam/jobs/x.json', 'added live/.mam/notes']);
  });
});

test('--learn-idle excuses what changes while nothing runs, and only its content', async () => {
  const stop = join(machine.dir, 'stop');
  const stopped = join(machine.dir, 'stopped');
  const heart = join(home, 'heart');
  writeFileSync(heart, '');
  const { spawn } = await import('node:child_process');
  // It grows, so that no two looks find the same, as they would who catch a writer twice between truncation and write.
  const beat = spawn('bash', [
    '-c',
    `for i in $(seq 3000); do [ -e ${stop} ] && break; echo $i >> ${heart}; sleep .02; done; touch ${stopped}`,
  ]);
  try {
    const flags = ['-w', home, '--learn-idle', '300'];
    await expect.poll(() => readFileSync(heart, 'utf8'), { timeout: 15_000 }).not.toBe('');
    const goOn = `n=$(wc -l < ${heart}); until [ "$(wc -l < ${heart})" -gt "$n" ]; do sleep .02; done`;
    const { leaks, excused, status } = await watched(`${goOn}; touch ${home}/neighbour`, ...flags);
    expect([status, leaks, excused]).toEqual([3, ['added home/neighbour'], ['modified home/heart']]);
    const end = `touch ${stop}; until [ -e ${stopped} ]; do sleep .02; done; rm ${heart}`;
    expect((await watched(end, ...flags)).leaks).toContain('removed home/heart');
  } finally {
    writeFileSync(stop, '');
    beat.kill('SIGKILL');
  }
});

test.runIf(hasTmux)('--watch-command, --watch-tmux and --watch-processes find what their stores hold', async () => {
  const socket = join(machine.dir, 's');
  const script = `echo two >> ${home}/file; tmux -S ${socket} -f /dev/null new-session -d -s left 'sleep 60'
    sleep 60 > /dev/null 2>&1 & echo $! > ${machine.dir}/pid; ${ASLEEP}`;
  const flags = [
    '--watch-command',
    `store=cat ${home}/file`,
    '--watch-tmux',
    socket,
    '--watch-processes',
    '--settle',
    '0',
  ];
  try {
    const { leaks } = await watched(script, ...flags);
    expect(leaks).toContain('added command:store#two');
    expect(leaks).toContain('added tmux:left');
    expect(leaks).toContain('added process:sleep');
  } finally {
    const { execFileSync } = await import('node:child_process');
    execFileSync('sh', ['-c', `tmux -S ${socket} kill-server; kill "$(cat ${machine.dir}/pid)"`]);
  }
});

test('--print0 writes the leaked paths to the byte', async () => {
  const list = join(machine.dir, 'list');
  await watched(`touch ${home}/$'a\\nb' ${home}/$'\\xff'`, '-w', home, '--print0', list);
  expect(readFileSync(list, 'latin1')).toBe(`${home}/a\nb\0${home}/\xff\0`);
});

test.each(['crontab', '=x', 'a b=c', 'name='])('--watch-command %j is refused', async (value) => {
  const { status, stderr } = await mam(machine, ['run', '--watch-command', value, '--', 'true']);
  expect(status).toBe(2);
  expect(stderr).toContain('Give a name and a command, as in crontab="crontab -l".');
});
