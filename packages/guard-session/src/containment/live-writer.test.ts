import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Harness, settingsIn } from './testing/harness.ts';

let harness: Harness;

beforeAll(() => {
  if (process.platform === 'linux') harness = new Harness();
});
afterAll(() => harness?.remove());

const ROUNDS = 10;

const BEFORE = `cd "$LIVE"; mkdir shared; echo 0 > log; echo 0 > state; echo 0 > opened; echo 0 > both; echo o > shared/old
for i in $(seq ${ROUNDS}); do echo $i > live-old-$i; echo $i > run-old-$i; done`;

// Each waits for the other to have begun, so that the two work at the same time. What comes last of the writer comes after
// the run opened that file; a machine may give the writer so much time that it is done before the run goes on.
const WRITER = `cd "$LIVE"; echo > "$OUT/writer"; while [ ! -e "$OUT/run" ]; do :; done
for i in $(seq ${ROUNDS}); do
  echo $i > live-new-$i; rm live-old-$i; echo $i >> log; echo $i >> both; echo $i > .next; mv .next state; echo $i > shared/live-$i
  echo $i > passing; rm passing
done
while [ ! -e "$OUT/opened" ]; do :; done; echo over > opened`;

const RUN = `cd "$LIVE"; echo > "$OUT/run"; while [ ! -e "$OUT/writer" ]; do :; done
: >> opened; echo > "$OUT/opened"
for i in $(seq ${ROUNDS}); do
  echo $i > run-new-$i; rm run-old-$i; echo x >> both
  # What the writer puts there between the listing and the end leaves it standing.
  while ! rm -r shared 2> /dev/null; do :; done; mkdir shared; echo $i > shared/run; ls > /dev/null; cat log state > /dev/null
done`;

describe.each(settingsIn('this root'))('a live writer beside the run, $title', ({ reason, ...setting }) => {
  const here = test.skipIf(reason !== null);

  for (const baseline of [false, true]) {
    here(`loses nothing and is blamed for nothing, ${baseline ? 'with' : 'without'} a baseline`, () => {
      const live = harness.directory(`live ${setting.name} ${baseline}`);
      const out = harness.directory(`out ${setting.name} ${baseline}`);
      const done = harness.run(setting, {
        mode: 'contain',
        roots: [live],
        env: { LIVE: live, OUT: out },
        before: BEFORE,
        command: ['/bin/bash', '-c', RUN],
        meanwhile: WRITER,
        afterwards: `cp -r "$LIVE" "$OUT/after"`,
        baseline,
      });
      expect(done.failure, done.stderr).toBeUndefined();
      expect(done.stderr).toBe('');
      expectAllOfTheWriter(join(out, 'after'));

      const found = done.layer?.observations.map(({ change, path, detail }) => ({
        what: `${change} ${path.slice(live.length + 1)}`,
        moved: detail?.liveMoved === true,
      }));
      const proven = found?.filter(({ moved }) => !moved).map(({ what }) => what);
      expect(proven?.toSorted()).toEqual(byTheRun().toSorted());
      const doubtful = found?.filter(({ moved }) => moved).map(({ what }) => what) ?? [];
      expect(doubtful).toEqual(expect.arrayContaining(['modified both', 'modified opened']));
      // What the run's view had of others' entries in the directory that it removed, nobody else can tell.
      const unknown = doubtful.filter((what) => !['modified both', 'modified opened'].includes(what));
      expect(unknown.filter((what) => !/^removed shared\/live-\d+$/.test(what))).toEqual([]);
      if (baseline) expect(unknown).toEqual([]);
    });
  }
});

function byTheRun(): string[] {
  const numbers = Array.from({ length: ROUNDS }, (_, index) => index + 1);
  const names = numbers.flatMap((number) => [`added run-new-${number}`, `removed run-old-${number}`]);
  return [...names, 'removed shared/old', 'added shared/run'];
}

/** Everything that the writer did is live, and nothing of the run. */
function expectAllOfTheWriter(live: string): void {
  const numbers = Array.from({ length: ROUNDS }, (_, index) => index + 1);
  const names = ['both', 'log', 'opened', 'shared', 'state'];
  for (const number of numbers) names.push(`live-new-${number}`, `run-old-${number}`);
  expect(readdirSync(live).toSorted()).toEqual(names.toSorted());
  const shared = ['old', ...numbers.map((number) => `live-${number}`)];
  expect(readdirSync(join(live, 'shared')).toSorted()).toEqual(shared.toSorted());
  const lines = [0, ...numbers].map((number) => `${number}\n`).join('');
  expect(readFileSync(join(live, 'log'), 'utf8')).toBe(lines);
  expect(readFileSync(join(live, 'both'), 'utf8')).toBe(lines);
  expect(readFileSync(join(live, 'state'), 'utf8')).toBe(`${ROUNDS}\n`);
  expect(readFileSync(join(live, 'opened'), 'utf8')).toBe('over\n');
}
