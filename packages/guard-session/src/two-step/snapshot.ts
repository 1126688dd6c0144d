import type { Snapshot } from '@mam/state-guard';
import { GUARD_VARIABLES } from '../ambient/routing.ts';
import { takeBaselines } from '../probes/probe.ts';
import { learnIdle } from '../session/learn-idle.ts';
import type { SessionOptions } from '../session/options.ts';
import { planSession, type SessionPlan } from '../session/plan.ts';
import { makeProbe, planProbes } from '../session/probes.ts';
import type { BaselineFacts } from './baseline-facts.ts';
import { encodeBaseline } from './baseline-file.ts';

/** A baseline for a pipeline that cannot wrap its command. */
export interface TakenSnapshot {
  plan: SessionPlan;
  /** The content of the baseline file. */
  content: Buffer;
  /** The look at the registries in it; JSON. */
  registry: Snapshot;
}

/** What the baseline file is to say of the session that it opens; default: what the session around says. */
export type SnapshotFacts = Pick<BaselineFacts, 'sessionId' | 'pinned' | 'ledgers' | 'marksFile'>;

/** Takes a baseline now, for `checkSince` later. @throws GuardError for bad options */
export async function takeSessionSnapshot(
  options: SessionOptions = {},
  facts: Partial<SnapshotFacts> = {},
): Promise<TakenSnapshot> {
  const planned = planSession(options);
  // The processes of the run carry the mark of the session that the facts name.
  const plan = { ...planned, id: facts.sessionId ?? planned.id };
  const specs = planProbes(plan, options);
  const probes = specs.map((spec) => makeProbe(spec, { env: plan.env, progress: options.progress }));
  const idle = options.learnIdle ? await learnIdle(probes, options.learnIdle, options.abort) : new Set<string>();
  const takenAt = new Date().toISOString();
  const taken = await takeBaselines(probes);
  const registry = taken.find(({ probe }) => probe.name === 'registry')?.look as Snapshot;
  return { plan, registry, content: encodeBaseline({ ...factsOf(plan, takenAt, idle), ...facts }, specs, taken) };
}

function factsOf(plan: SessionPlan, takenAt: string, idle: ReadonlySet<string>): BaselineFacts {
  const { ambient, cwd, repoRoot, roots, outer, env } = plan;
  const ledger = outer?.pinned.AGENT_SESSIONS_YAML;
  return {
    takenAt,
    plan: { ambient, cwd, repoRoot, roots },
    sessionId: outer?.ids.at(-1) ?? null,
    pinned: Object.keys(outer?.pinned ?? {}).sort(),
    ledgers: ledger === undefined ? [] : [ledger],
    marksFile: env[GUARD_VARIABLES.marks] ?? null,
    idle: [...idle],
  };
}
