import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { BINDING_VARIABLES } from '@mam/registry-paths';
import type { GuardMode, Verdict } from '@mam/state-guard';
import { commandEnvironment, pinnedBinding } from '../ambient/command-environment.ts';
import { GUARD_VARIABLES } from '../ambient/routing.ts';
import { GuardError } from '../guard-error.ts';
import { takeBaselines } from '../probes/probe.ts';
import type { CommandExit } from '../run/exit.ts';
import { createSandbox, type Sandbox } from '../sandbox/create.ts';
import { findLeftBehind } from '../sandbox/left-behind.ts';
import { removeSandbox } from '../sandbox/remove.ts';
import { cleanUp } from './clean-up.ts';
import { learnIdle } from './learn-idle.ts';
import { DEFAULT_SETTLE, type SessionOptions } from './options.ts';
import { pinnedVariables } from './pinned-variables.ts';
import { absolute, planSession, type SessionPlan } from './plan.ts';
import { makeProbe, planProbes } from './probes.ts';
import { settleAndCompare } from './settle-and-compare.ts';
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
  const { sandboxParents: parents, live, id } = plan;
  const leftBehind = findLeftBehind(parents);
  const owner = { sessionId: id, pid: process.pid };
  const sandbox = createSandbox({ parents, live, home: options.sandboxHome ?? false, owner });
  try {
    return await open(plan, mode, sandbox, options, leftBehind);
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
  leftBehind: readonly string[],
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
      const seen = await settleAndCompare(plan.id, baselines, options.settle ?? DEFAULT_SETTLE);
      const { verdict, notes } = assembleVerdict({
        plan,
        mode,
        strict: options.strict ?? false,
        pinned: Object.keys(pinned).sort(),
        command: [...command],
        exit,
        startedAt,
        ledgers: [sandbox.binding.AGENT_SESSIONS_YAML],
        marksFile,
        idle,
        accept: options.accept,
        ...seen,
      });
      return {
        verdict,
        notes: [...plan.notes, ...leftBehind, ...notes, ...(await cleanUp(plan, sandbox, seen.survivors))],
      };
    },
  };
}

/** The marks file of the session around, so that its verdict knows the tests too; else one of this session's own. */
function openMarksFile(plan: SessionPlan, sandbox: Sandbox): string {
  const outer = plan.env[GUARD_VARIABLES.marks];
  if (outer !== undefined && existsSync(outer)) return outer;
  const own = join(sandbox.path, 'marks.jsonl');
  closeSync(openSync(own, 'a', 0o600));
  return own;
}
