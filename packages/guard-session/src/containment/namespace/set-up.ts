import { errorCode, fromText, toText } from '@mam/state-guard';
import { GuardError } from '../../guard-error.ts';
import type { ContainmentPlan, PlannedMount } from '../plan/plan.ts';
import type { PlatformFacts } from '../platform/facts.ts';
import { needsUserXattr } from '../platform/namespace-kind.ts';
import type { Tools } from '../platform/tools.ts';
import { type Holder, HolderEnded, startHolder } from './holder.ts';
import { layOut } from './layout.ts';
import { overlayOptions } from './overlay-options.ts';
import { neededByTools, scratchPoint } from './scratch-point.ts';
import { setUpScript } from './scripts.ts';

export interface SetUpOptions {
  plan: ContainmentPlan;
  tools: Tools;
  facts: PlatformFacts;
  /** Size of the scratch layer, as tmpfs takes it. */
  scratchSize: string;
}

/** Makes the namespace with all its mounts, and the process that holds it. @throws GuardError (incomplete) */
export async function setUp({ plan, tools, facts, scratchSize }: SetUpOptions): Promise<Holder> {
  const needed = [
    ...plan.mounts.map(({ path }) => path),
    ...plan.keptReal,
    ...neededByTools(Object.values(tools).filter((path) => path !== null)).map(fromText),
  ];
  const holder = startHolder({
    tools,
    how: plan.how,
    script: setUpScript(plan.mode),
    variables: {
      SCRATCH: scratchPoint(needed),
      SIZE: scratchSize,
      MOUNTS: String(plan.mounts.length),
      KEPT: String(plan.keptReal.length),
      OVERLAY: overlayOptions(needsUserXattr(facts, plan.how)),
    },
  });
  try {
    await holder.wrote('scratch');
    layOut(plan, `/proc/${holder.pid}/cwd`);
    holder.go();
    await holder.wrote('ready');
    return holder;
  } catch (error) {
    await holder.release();
    throw new GuardError('incomplete', whyNot(plan, error), { cause: error });
  }
}

function whyNot(plan: ContainmentPlan, error: unknown): string {
  const { mode } = plan;
  if (!(error instanceof HolderEnded)) {
    return `The mode ${mode} could not be set up (${errorCode(error)}); try again, or use --mode observe.`;
  }
  const at = error.lines.findLast((line) => line.startsWith('at '))?.slice('at '.length);
  const mount = at === undefined ? undefined : plan.mounts[Number(at)];
  if (mount === undefined) return `The mode ${mode} could not be set up (${error.message}); use --mode observe.`;
  const path = JSON.stringify(toText(mount.path));
  return `The mode ${mode} cannot cover ${path}: ${mountProblem(mount, error.message)}; use --mode observe for it.`;
}

function mountProblem({ fsType }: PlannedMount, said: string): string {
  if (fsType === 'overlay') {
    return `it lies on an overlay that lies on another, and the kernel stacks no more than two (${said})`;
  }
  return `the file system there (${fsType}) does not allow it (${said})`;
}
