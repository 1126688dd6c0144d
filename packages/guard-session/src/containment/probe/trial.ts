import { spawn } from 'node:child_process';
import type { ContainMode } from '../mode.ts';
import { enterCommand } from '../namespace/enter.ts';
import { HolderEnded, startHolder } from '../namespace/holder.ts';
import { overlayOptions } from '../namespace/overlay-options.ts';
import { neededByTools, scratchPoint } from '../namespace/scratch-point.ts';
import { trialScript } from '../namespace/scripts.ts';
import type { PlatformFacts } from '../platform/facts.ts';
import { type NamespaceKind, needsUserXattr } from '../platform/namespace-kind.ts';
import type { Tools } from '../platform/tools.ts';

/** The first step that failed: making the namespace, its scratch layer, the mount of the mode, replacing a directory, entering. */
type TrialStep = 'namespace' | 'scratch' | 'mount' | 'replace' | 'enter';

export interface TrialFailure {
  step: TrialStep;
  /** What the tool said, one line. */
  said: string;
}

const TRIAL_BYTES = 1024 * 1024;

/**
 * Tries out what a mode needs, in a namespace of its own that is gone afterwards; null when all of it works. Touches
 * nothing outside.
 */
export async function tryOut(
  mode: ContainMode,
  how: NamespaceKind,
  tools: Tools,
  facts: PlatformFacts,
): Promise<TrialFailure | null> {
  const holder = startHolder({
    tools,
    how,
    script: trialScript(mode),
    variables: {
      SCRATCH: scratchPoint(neededByTools(Object.values(tools).filter((path) => path !== null))),
      SIZE: String(TRIAL_BYTES),
      OVERLAY: overlayOptions(needsUserXattr(facts, how)),
    },
  });
  try {
    await holder.wrote('ready');
    const entrance = { tools, how, mode, facts, holder: holder.pid, cwd: '/' };
    return await tryCommand(enterCommand(entrance, '/bin/sh', ['-c', 'exit 0']));
  } catch (error) {
    if (!(error instanceof HolderEnded)) throw error;
    return { step: stepAfter(error.lines), said: error.said };
  } finally {
    await holder.release();
  }
}

function stepAfter(lines: readonly string[]): TrialStep {
  if (lines.includes('mounted')) return 'replace';
  if (lines.includes('scratch')) return 'mount';
  return lines.includes('namespace') ? 'scratch' : 'namespace';
}

function tryCommand([command, ...args]: [string, ...string[]]): Promise<TrialFailure | null> {
  return new Promise((resolve) => {
    let said = '';
    const child = spawn(command, args, { cwd: '/', env: { LC_ALL: 'C' }, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.once('error', (error) => resolve({ step: 'enter', said: error.message }));
    child.once('close', (code) => {
      resolve(code === 0 ? null : { step: 'enter', said: said.trim().split('\n')[0] ?? '' });
    });
  });
}
