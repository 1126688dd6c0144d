import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { BINDING_VARIABLES } from '@mam/registry-paths';
import type { GuardMode, Survivor, Verdict } from '@mam/state-guard';
import { commandEnvironment, pinnedBinding } from '../ambient/command-environment.ts';
import { GUARD_VARIABLES } from '../ambient/routing.ts';
import { GuardError } from '../guard-error.ts';
import { type Baseline, compareAll, type ProbeResult, takeBaselines } from '../probes/probe.ts';
import type { CommandExit } from '../run/exit.ts';
import { createSandbox, type Sandbox } from '../sandbox/create.ts';
import { removeSandbox } from '../sandbox/remove.ts';
import { settle } from '../settle/settle.ts';
import { cleanUp } from './clean-up.ts';
import { learnIdle } from './learn-idle.ts';
import { DEFAULT_SETTLE, type SessionOptions } from './options.ts';
import { absolute, planSession, type SessionPlan } from './plan.ts';
import { makeProbe, planProbes } from './probes.ts';
import { assembleVerdict } from './verdict.ts';

/** An isolation-checked session, from baseline to verdict. */
export interface GuardSession {
  readonly plan: SessionPlan;
  readonly sandbox: Sandbox;
  /** The environment for the guarded command. */
  readonly env: Record<string, string>;
  /** Names of the variables that the sandbox sets. */
  readonly pinned: string[];
  /** Waits for survivors, looks again and judges. Call it once, whatever became of the command. */
  close(command: readonly string[], exit: CommandExit): Promise<ClosedSession>;
}

export interface ClosedSession {
  verdict: Verdict;
  /** What a person should know beside the verdict, a sentence each. */
  notes: string[];
}

/**
 * Opens a session: records the ambient binding, makes the sandbox, takes the baseline. Nothing of the suite may be loaded
 * before. @throws GuardError for bad options, and when the mode is not to be had.
 */
export async function openSession(options: SessionOptions = {}): Promise<GuardSession> {
  const plan = planSession(options);
  const mode: GuardMode = options.mode ?? 'observe';
  const sandbox = createSandbox({ parents: plan.sandboxParents, live: plan.live, home: options.sandboxHome ?? false });
  try {
    return await open(plan, mode, sandbox, options);
  } catch (error) {
    await removeSandbox(sandbox, plan.live);
    throw error;
  }
}

async function open(
  plan: SessionPlan,
  mode: GuardMode,
  sandbox: Sandbox,
  options: SessionOptions,
): Promise<GuardSession> {
  if (mode !== 'observe') throw new GuardError('incomplete', `The mode ${mode} is not to be had here; use observe.`);
  const pinned = pinnedVariables(sandbox, options);
  const marksFile = openMarksFile(plan, sandbox);
  const ids = [...(plan.outer?.ids ?? []), plan.id];
  const recorded = absolute(plan.ambient.recorded, plan.cwd);
  const startedAt = new Date();
  const context = { env: plan.env, progress: options.progress };
  const planned = planProbes(plan, options).map((spec) => makeProbe(spec, context));
  const probes = options.probes?.(planned) ?? planned;
  const idle = options.learnIdle ? await learnIdle(probes, options.learnIdle, options.abort) : new Set<string>();
  const baselines = await takeBaselines(probes);
  return {
    plan,
    sandbox,
    pinned: Object.keys(pinned).sort(),
    env: commandEnvironment({
      ambient: plan.env,
      dropped: plan.ambient.dropped,
      pinned,
      session: { ids, recorded, pinned: pinnedBinding(pinned, BINDING_VARIABLES), roots: plan.roots },
      marksFile,
    }),
    async close(command, exit) {
      const seen = await settleAndCompare(plan, baselines, options.settle ?? DEFAULT_SETTLE);
      const { verdict, notes } = assembleVerdict({
        plan,
        mode,
        strict: options.strict ?? false,
        pinned: Object.keys(pinned).sort(),
        command: [...command],
        exit,
        startedAt,
        sandbox,
        marksFile,
        idle,
        ...seen,
      });
      return { verdict, notes: [...notes, ...(await cleanUp(plan, sandbox, seen.survivors))] };
    },
  };
}

function pinnedVariables(sandbox: Sandbox, options: SessionOptions): Record<string, string> {
  const keep = new Set(options.keepEnv ?? []);
  const home = options.sandboxHome ?? false;
  if ((options.pin ?? true) === false && !home) return {};
  const unpinned = new Set<string>([...BINDING_VARIABLES, 'TMUX_TMPDIR']);
  const names = Object.keys(sandbox.env).filter(
    (name) => !keep.has(name) && ((options.pin ?? true) || !unpinned.has(name)),
  );
  return Object.fromEntries(names.map((name) => [name, sandbox.env[name] ?? '']));
}

/** The marks file of the session around, so that its verdict knows the tests too; else one of this session's own. */
function openMarksFile(plan: SessionPlan, sandbox: Sandbox): string {
  const outer = plan.env[GUARD_VARIABLES.marks];
  if (outer !== undefined && existsSync(outer)) return outer;
  const own = join(sandbox.path, 'marks.jsonl');
  closeSync(openSync(own, 'a', 0o600));
  return own;
}

export interface SettledComparison {
  results: ProbeResult[];
  /** The results at the command's end, when survivors were waited for; what is not in them came late. */
  atExit: ProbeResult[] | null;
  survivors: Survivor[];
}

async function settleAndCompare(
  plan: SessionPlan,
  baselines: readonly Baseline[],
  bound: number,
): Promise<SettledComparison> {
  let atExit: ProbeResult[] | null = null;
  const survivors = await settle({
    sessionId: plan.id,
    bound,
    onSurvivors: async () => {
      atExit = await compareAll(baselines);
    },
  });
  return { results: await compareAll(baselines), atExit, survivors };
}
