import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import type { GuardMode, Verdict } from '@mam/state-guard';
import { commandEnvironment } from '../ambient/command-environment.ts';
import type { Containment } from '../containment/containment.ts';
import { type Probe, takeBaselines } from '../probes/probe.ts';
import type { StartCommand } from '../run/command.ts';
import type { CommandExit } from '../run/exit.ts';
import { createSandbox, type Sandbox } from '../sandbox/create.ts';
import { findLeftBehind } from '../sandbox/left-behind.ts';
import { removeSandbox } from '../sandbox/remove.ts';
import { cleanUp } from './clean-up.ts';
import { checkKeepDirectory, keepWhatWasCaptured } from './contained/keep.ts';
import { learnIdle } from './learn-idle.ts';
import { openMarksFile } from './marks-file.ts';
import { DEFAULT_SETTLE, type SessionOptions } from './options.ts';
import { pinnedVariables } from './pinned-variables.ts';
import { planSession, type SessionPlan } from './plan.ts';
import { makeProbe, planProbes } from './probes.ts';
import { sessionForCommand } from './session-for-command.ts';
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
  /** Starts the guarded command, kept from the live state as the mode says. */
  readonly start: StartCommand;
  /** Ends the session without a verdict: what it made is removed. */
  abandon(): Promise<void>;
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
  const owner = { sessionId: id, pid: process.pid };
  const sandbox = createSandbox({ parents, live, home: options.sandboxHome ?? false, owner });
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
  const leftBehind = findLeftBehind(dirname(sandbox.path));
  const pinned = pinnedVariables(sandbox, options);
  const marksFile = openMarksFile(plan, sandbox);
  const startedAt = new Date();
  const { containment, probes } = await equip(plan, mode, options, [sandbox.path, marksFile]);
  const release = async () => containment?.release();
  try {
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
        session: sessionForCommand(plan, pinned),
        marksFile,
      }),
      start: (command, args, spawnOptions) => (containment ?? { spawn }).spawn(command, [...args], spawnOptions),
      async abandon() {
        await release();
        await removeSandbox(sandbox, plan.live);
      },
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
        const { keepCaptured } = options;
        const kept = containment && keepCaptured ? keepWhatWasCaptured(containment, plan.cwd, keepCaptured) : [];
        await release();
        const cleaned = await cleanUp(plan, sandbox, seen.survivors);
        return {
          verdict,
          notes: [...plan.notes, ...(leftBehind === null ? [] : [leftBehind]), ...notes, ...kept, ...cleaned],
        };
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

interface Equipment {
  containment: Containment | null;
  probes: readonly Probe[];
}

/** What a session looks with, and in the modes that keep the run from the live state, the containment. */
async function equip(
  plan: SessionPlan,
  mode: GuardMode,
  options: SessionOptions,
  ownFiles: readonly string[],
): Promise<Equipment> {
  if (mode === 'observe') {
    const context = { env: plan.env, progress: options.progress };
    const probes = planProbes(plan, options).map((spec) => makeProbe(spec, context));
    return { containment: null, probes: options.probes?.(probes) ?? probes };
  }
  // Only these modes need the containment, and loading it takes time.
  const [{ contain }, { containedProbes }] = await Promise.all([
    import('./contained/contain.ts'),
    import('./contained/session-probes.ts'),
  ]);
  if (options.keepCaptured !== undefined) checkKeepDirectory(plan.cwd, options.keepCaptured);
  const containment = await contain(plan, mode, ownFiles);
  const probes = containedProbes(plan, options, containment);
  return { containment, probes: options.probes?.(probes) ?? probes };
}
