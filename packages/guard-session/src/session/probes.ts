import { planTrees } from '@mam/state-guard';
import { commandProbe } from '../probes/command.ts';
import type { Probe } from '../probes/probe.ts';
import { processesProbe } from '../probes/processes.ts';
import { registryProbe } from '../probes/registry.ts';
import { tmuxProbe, tmuxSockets } from '../probes/tmux.ts';
import { treeProbe } from '../probes/tree.ts';
import type { SessionOptions } from './options.ts';
import { absolute, type SessionPlan } from './plan.ts';

/** The probes of a session, one for each thing that is watched. */
export function buildProbes(plan: SessionPlan, options: SessionOptions): Probe[] {
  const { ignore = [], progress } = options;
  const { trees } = planTrees(plan.watches, { ignore });
  const sockets = (options.watchTmux ?? []).flatMap((watch) => tmuxSockets(watch, plan.env));
  return [
    registryProbe(plan.roots, absolute(plan.ambient.recorded, plan.cwd)),
    ...trees.map((tree) => treeProbe(tree, { ignore, progress })),
    ...(options.watchCommands ?? []).map((watched) => commandProbe(watched, plan.env, plan.cwd)),
    ...[...new Set(sockets)].map((socket) => tmuxProbe(socket, plan.env)),
    ...(options.watchProcesses ? [processesProbe(plan.id)] : []),
  ] as Probe[];
}
