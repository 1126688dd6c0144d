import { expect, test } from 'vitest';
import { compareAll, type Probe, type ProbeResult, takeBaselines } from './probe.ts';

const found: ProbeResult = {
  observations: [],
  notCovered: [],
  watched: [{ probe: 'tree', path: '/live', entries: 1 }],
  ignored: 0,
};
const probe = (name: Probe['name'], compare: Probe['compare']): Probe => ({ name, look: () => null, compare });

test('a probe that fails at the verdict is not covered, and what the others found is not lost', async () => {
  const failing = probe('command', () => {
    throw new Error('no more memory');
  });
  const results = await compareAll(await takeBaselines([failing, probe('tree', () => found)]));
  expect(results).toEqual([
    {
      observations: [],
      notCovered: [{ path: 'the command probe', reason: 'it failed: no more memory' }],
      watched: [],
      ignored: 0,
    },
    found,
  ]);
});

test('a probe that fails at the baseline ends the session before the run', async () => {
  const failing: Probe = { name: 'tree', look: () => Promise.reject(new Error('no')), compare: () => found };
  await expect(takeBaselines([failing])).rejects.toThrow('no');
});
