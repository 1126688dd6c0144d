import type { BindingVariable } from '@mam/registry-paths';
import { type GuardMode, type NotCovered, type Watched, watchRoots } from '@mam/state-guard';
import type { ContainMode } from '../containment/mode.ts';
import { probeContainment, whyUnavailable } from '../containment/probe/probe.ts';
import { compareAll, takeBaselines } from '../probes/probe.ts';
import type { SessionOptions } from './options.ts';
import { pinnedNames } from './pinned-variables.ts';
import { absolute, planSession, type SessionPlan } from './plan.ts';
import { makeProbe, planProbes } from './probes.ts';

/** Why a root is watched. */
export type RootReason = "the checkout's own" | BindingVariable | 'a watch' | 'a guard session around this one';

/** What a session with these options would do here. */
export interface Examination {
  plan: SessionPlan;
  /** Names of the variables that the sandbox would set. */
  pinned: string[];
  roots: { path: string; because: RootReason }[];
  watched: Watched[];
  notCovered: NotCovered[];
  notes: string[];
  modes: ModeHere[];
}

/** Whether a mode is to be had on this machine. */
export interface ModeHere {
  mode: GuardMode;
  available: boolean;
  /** Why not, in a sentence with the remedy; for what is to be had, by what right. */
  detail: string | null;
}

const BY = { root: 'as root', 'user-namespace': 'through a user namespace' } as const;

/** Looks at everything that a session would watch, watched commands too; makes nothing. @throws GuardError for bad options */
export async function examine(options: SessionOptions = {}): Promise<Examination> {
  const plan = planSession(options);
  const context = { env: plan.env, progress: options.progress };
  const probes = planProbes(plan, options).map((spec) => makeProbe(spec, context));
  const results = await compareAll(await takeBaselines(probes));
  return {
    plan,
    pinned: pinnedNames(options),
    roots: plan.roots.map((path) => ({ path, because: reasonFor(path, plan) })),
    watched: results.flatMap(({ watched }) => watched),
    notCovered: results.flatMap(({ notCovered }) => notCovered),
    notes: [...plan.notes, ...results.flatMap(({ notes = [] }) => notes)],
    modes: [{ mode: 'observe', available: true, detail: null }, await modeHere('contain'), await modeHere('read-only')],
  };
}

async function modeHere(mode: ContainMode): Promise<ModeHere> {
  const found = await probeContainment(mode);
  return { mode, available: found.available, detail: found.available ? BY[found.how] : whyUnavailable(mode, found) };
}

const NAMES_A_ROOT = ['WORKSPACE_ROOT', 'MAM_JOBS_DIR', 'DELEGATE_JOB_LOGS_DIR'] as const;

function reasonFor(root: string, { ambient, cwd, repoRoot, roots, outer }: SessionPlan): RootReason {
  if (root === roots[0]) return "the checkout's own";
  const recorded = absolute(ambient.recorded, cwd);
  const leadsHere = (name: BindingVariable) => watchRoots(repoRoot, { [name]: recorded[name] ?? '' }).includes(root);
  const variable = NAMES_A_ROOT.find(leadsHere);
  return variable ?? (outer?.roots.includes(root) ? 'a guard session around this one' : 'a watch');
}
