import type { NotCovered, Observation, ProbeName, Watched } from '@mam/state-guard';

/** What a probe found between its baseline and now. */
export interface ProbeResult {
  observations: Observation[];
  notCovered: NotCovered[];
  watched: Watched[];
  /** How many changes the ignore patterns took out. */
  ignored: number;
  /** What a person should know of it, a sentence each. */
  notes?: string[];
  /** Agent sessions that are proven to be the run's. */
  ownSessions?: ReadonlySet<string>;
  /** Agent sessions in the watched sessions files; the registry probe alone knows them. */
  sessions?: { before: ReadonlySet<string>; now: ReadonlySet<string> };
}

/**
 * The code that looks at one kind of live state twice and compares. A probe never throws for what it cannot see: that is
 * `notCovered`. `compare` may be called more than once on the same baseline.
 */
export interface Probe<Look = unknown> {
  readonly name: ProbeName;
  /** The baseline. */
  look(): Look | Promise<Look>;
  /** Looks again, and says what differs. */
  compare(before: Look): ProbeResult | Promise<ProbeResult>;
  /** For a baseline file: how a look that is no plain JSON is written and read. */
  readonly codec?: { encode(look: Look): Uint8Array; decode(bytes: Uint8Array): Look };
}

/** A probe with the baseline that it took. */
export interface Baseline {
  probe: Probe;
  look: unknown;
}

/** Takes the baseline of each probe, in order. */
export async function takeBaselines(probes: readonly Probe[]): Promise<Baseline[]> {
  const baselines: Baseline[] = [];
  for (const probe of probes) baselines.push({ probe, look: await probe.look() });
  return baselines;
}

/** Compares every probe with its baseline, in order. What one that fails watches is not covered; the others still count. */
export async function compareAll(baselines: readonly Baseline[]): Promise<ProbeResult[]> {
  const results: ProbeResult[] = [];
  for (const baseline of baselines) results.push(await compareOne(baseline));
  return results;
}

async function compareOne({ probe, look }: Baseline): Promise<ProbeResult> {
  try {
    return await probe.compare(look);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const path = `the ${probe.name} probe`;
    return { observations: [], notCovered: [{ path, reason: `it failed: ${reason}` }], watched: [], ignored: 0 };
  }
}
