import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { planSession } from './plan.ts';
import { planProbes } from './probes.ts';
import { registryPlaces } from './registry-places.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'mam-plan-')));
  for (const name of ['checkout/.git', 'real/deep', 'real/live/.mam/jobs', 'live/.mam/jobs', 'real/tree', 'tree']) {
    mkdirSync(join(dir, name), { recursive: true });
  }
  symlinkSync(join(dir, 'real/deep'), join(dir, 'checkout/link'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const plan = (env: Record<string, string>, options = {}) =>
  planSession({ cwd: join(dir, 'checkout'), env: { HOME: dir, ...env }, ...options });

test.each(['link/../live', '$/checkout/link/../live'])(
  'WORKSPACE_ROOT=%s is watched where the kernel goes, as the run would',
  (value) => {
    const { roots } = plan({ WORKSPACE_ROOT: value.replace('$', dir) });
    expect(roots).toEqual([join(dir, 'checkout/.mam'), join(dir, 'real/live/.mam')]);
  },
);

test('so is a recorded registry, and a watch', () => {
  const recorded = plan({ MAM_JOBS_DIR: 'link/../live/.mam/jobs' });
  expect(registryPlaces(recorded).registries).toContain(join(dir, 'real/live/.mam/jobs'));
  const watch = ['link/../tree'];
  const trees = planProbes(plan({}, { watch }), { watch }).flatMap((spec) =>
    spec.name === 'tree' ? [spec.tree.root] : [],
  );
  expect(trees).toEqual([join(dir, 'real/tree')]);
});

test('a relative value is that of the directory in which the session began; an empty one stays empty', () => {
  expect(plan({ WORKSPACE_ROOT: '../live' }).roots).toContain(join(dir, 'live/.mam'));
  expect(plan({ WORKSPACE_ROOT: '' }).roots).toEqual([join(dir, 'checkout/.mam')]);
});
