import { describe, expect, test } from 'vitest';
import { probeContainment } from '../containment/probe/probe.ts';
import type { Probe } from '../probes/probe.ts';
import { selfTest } from './self-test.ts';

test('every kind of change and every probe is reported', async () => {
  const results = await selfTest();
  expect(results.filter(({ result }) => result === 'missed')).toEqual([]);
  expect(new Set(results.map(({ canary }) => canary.probe))).toEqual(
    new Set(['registry', 'tree', 'command', 'tmux', 'processes']),
  );
});

const containment = await probeContainment('contain');

test.skipIf(!containment.available)('in contain too, and what the layer caught is by the run', async () => {
  const results = await selfTest({ mode: 'contain' });
  expect(results.filter(({ result }) => result === 'missed')).toEqual([]);
});

describe('with one probe broken on purpose it names that one, and no other', () => {
  test.each(['registry', 'tree', 'command', 'tmux', 'processes'])('%s', async (name) => {
    const blind = (probe: Probe): Probe => ({
      ...probe,
      compare: () => ({ observations: [], notCovered: [], watched: [], ignored: 0 }),
    });
    const results = await selfTest({
      probes: (probes) => probes.map((probe) => (probe.name === name ? blind(probe) : probe)),
    });
    const missed = results.filter(({ result }) => result === 'missed');
    expect(missed.length).toBeGreaterThan(0);
    expect(new Set(missed.map(({ canary }) => canary.probe))).toEqual(new Set([name]));
  });
});
