import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GuardError } from '../guard-error.ts';
import type { SessionOptions } from './options.ts';
import { planSession } from './plan.ts';
import { openSession } from './session.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'mam-tmpdir-')));
  for (const name of ['checkout/.mam/tmp', 'live/.mam/tmp', 'jobs/tmp', 'home/.hermes/.tmp', 'plain/tmp']) {
    mkdirSync(join(dir, name), { recursive: true });
  }
  mkdirSync(join(dir, 'checkout/.git'));
  symlinkSync(join(dir, 'home/.hermes/.tmp'), join(dir, 'link'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const plan = (temp: string, options = {}, vars = {}) =>
  planSession({
    cwd: join(dir, 'checkout'),
    env: { HOME: join(dir, 'home'), TMPDIR: join(dir, temp), ...vars },
    ...options,
  });

describe('a temporary directory is refused', () => {
  test.each([
    ["inside the checkout's own plane", 'checkout/.mam/tmp', 'checkout/.mam', {}, {}],
    ['inside a recorded plane', 'live/.mam/tmp', 'live/.mam', {}, { WORKSPACE_ROOT: 'live' }],
    ['inside a recorded registry outside of any plane', 'jobs/tmp', 'jobs', {}, { MAM_JOBS_DIR: 'jobs' }],
    ['inside a control plane that is watched', 'live/.mam/tmp', 'live/.mam', { watch: ['live/.mam'] }, {}],
    ['inside the root of a preset', 'home/.hermes/.tmp', 'home/.hermes', { use: ['hermes'] }, {}],
    ['that is the root itself', 'home/.hermes', 'home/.hermes', { use: ['hermes'] }, {}],
    ['that leads there through a link', 'link', 'home/.hermes', { use: ['hermes'] }, {}],
  ] as const)('%s', (_, temp, plane, options: Pick<SessionOptions, 'use'> & { watch?: readonly string[] }, vars) => {
    const watch = (options.watch ?? []).map((path) => join(dir, path));
    const absolute = Object.fromEntries(Object.entries(vars).map(([name, path]) => [name, join(dir, path)]));
    const refused = () => plan(temp, { ...options, watch }, absolute);
    expect(refused).toThrow(GuardError);
    expect(refused).toThrow(
      `The temporary directory ${join(dir, temp)} lies inside the control plane ${join(dir, plane)}; set TMPDIR to a directory outside of it.`,
    );
  });
});

describe('a temporary directory is accepted', () => {
  test('inside a plain watched tree; the sandbox is made elsewhere', async () => {
    const watch = [join(dir, 'plain')];
    expect(plan('plain/tmp', { watch }).sandboxParents[0]).toBe(join(dir, 'plain/tmp'));
    const env = { PATH: process.env.PATH, TMPDIR: join(dir, 'plain/tmp') };
    const session = await openSession({ cwd: join(dir, 'checkout'), env, watch });
    expect(session.sandbox.path.startsWith(dir)).toBe(false);
    const { verdict } = await session.close(['true'], { exitCode: 0, signal: null, startError: null });
    expect(verdict.verdict).toBe('clean');
  });

  test('beside a recorded registry, whose parent is a watch root', () => {
    expect(() => plan('plain/tmp', {}, { MAM_JOBS_DIR: join(dir, 'jobs') })).not.toThrow();
  });

  test('beside a plane, in a preset that is not used, and where the sandbox gives another', () => {
    expect(() => plan('home/.hermes/.tmp')).not.toThrow();
    expect(() => plan('home/.hermes/.tmp', { use: ['hermes'], sandboxHome: true })).not.toThrow();
    for (const keepEnv of [['TMPDIR'], ['TMP*']]) {
      const kept = () => plan('home/.hermes/.tmp', { use: ['hermes'], sandboxHome: true, keepEnv });
      expect(kept).toThrow(GuardError);
    }
    expect(() => plan('home/.hermes/.tmp', { use: ['hermes'], dropEnv: ['TMPDIR'] })).not.toThrow();
  });
});
