import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Observation, pathBytes, toText } from '@mam/state-guard';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Harness, settingsIn } from './testing/harness.ts';
import { OPERATIONS, type Operation } from './testing/operations.ts';
import type { DriverResult } from './testing/request.ts';

let harness: Harness;

beforeAll(() => {
  if (process.platform === 'linux') harness = new Harness();
});
afterAll(() => harness?.remove());

const hasPython = existsSync('/usr/bin/python3');

describe.each(settingsIn())('what a contained run does, $title', ({ reason, ...setting }) => {
  let done: DriverResult & { stdout: string; stderr: string };
  let live: string;

  beforeAll(() => {
    if (reason !== null) return;
    live = join(harness.directory('live'), setting.name);
    const steps = (script: (operation: Operation) => string) =>
      OPERATIONS.map((operation) => `( cd ${quote(operation.name)}; ${script(operation)}\n)`).join('\n');
    const names = OPERATIONS.map(({ name }) => quote(name)).join(' ');
    done = harness.run(setting, {
      mode: 'contain',
      roots: [live],
      env: { LIVE: live, OUT: harness.directory(`out ${setting.name}`) },
      before: `mkdir -p "$LIVE"; cd "$LIVE"; mkdir ${names}; echo o > "$OUT/o"; ${steps(({ before }) => before ?? ':')}`,
      command: ['/bin/bash', '-c', `cd "$LIVE"; ${steps(({ name, run }) => `${run}\necho ${quote(`<${name}>`)}`)}`],
    });
  });

  test.skipIf(reason !== null)('runs', () => {
    expect(done.failure, done.stderr).toBeUndefined();
    expect(done.stderr).toBe('');
    expect(done.exit).toEqual({ exitCode: 0, signal: null });
    expect(done.layer?.notCovered).toEqual([]);
    expect(done.layer?.besides).toEqual([]);
    expect(done.layer?.full).toBe(false);
  });

  test.skipIf(reason !== null)('leaves the live tree as it was, to the byte and the stamp', () => {
    expect(done.live?.after[0]?.length).toBeGreaterThan(OPERATIONS.length);
    expect(done.live?.after).toEqual(done.live?.before);
  });

  test.skipIf(reason !== null)('finds nothing but what was done', () => {
    const known = OPERATIONS.map(({ name }) => `${join(live, name)}/`);
    const others = observations(done).filter(({ path }) => !known.some((prefix) => path.startsWith(prefix)));
    expect(others).toEqual([]);
  });

  test.skipIf(reason !== null).for(OPERATIONS)('$name', ({ name, run, before, expected, detail, prints }, { skip }) => {
    if (!hasPython && `${run}${before}`.includes('python3')) skip('needs python3');
    const prefix = `${join(live, name)}/`;
    const found = observations(done).filter((observation) => observation.path.startsWith(prefix));
    expect(found.map((one) => `${one.change} ${one.entry} ${one.path.slice(prefix.length)}`)).toEqual(expected);
    expect(found.filter((one) => !isProvenOfRun(one, prefix))).toEqual([]);
    for (const [path, part] of Object.entries(detail ?? {})) {
      expect(found.find((one) => one.path === prefix + path)?.detail).toMatchObject(part);
    }
    if (prints !== undefined) expect(done.stdout.split(`<${name}>`)[0]?.endsWith(`>\n${prints}`)).toBe(true);
  });
});

function isProvenOfRun(one: Observation, prefix: string): boolean {
  const { probe, by, late, at, detail } = one;
  const proven = probe === 'tree' && by === 'run' && !late && detail?.liveMoved === undefined;
  const timed = at !== null || detail?.parentChangedAt !== undefined;
  return proven && timed && toText(pathBytes(one)).startsWith(prefix);
}

function observations(done: DriverResult): Observation[] {
  return done.layer?.observations ?? [];
}

function quote(text: string): string {
  return `'${text}'`;
}
