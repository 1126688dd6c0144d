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
}

/** Takes a baseline now, for `checkSince` later. @throws GuardError for bad options */
export async function takeSessionSnapshot(options: SessionOptions = {}): Promise<TakenSnapshot> {
  const plan = planSession(options);
  const specs = planProbes(plan, options);
  const probes = specs.map((spec) => makeProbe(spec, { env: plan.env, progress: options.progress }));
  const idle = options.learnIdle ? await learnIdle(probes, options.learnIdle, options.abort) : new Set<string>();
  const takenAt = new Date().toISOString();
  const taken = await takeBaselines(probes);
  return { plan, content: encodeBaseline(factsOf(plan, takenAt, idle), specs, taken) };
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
