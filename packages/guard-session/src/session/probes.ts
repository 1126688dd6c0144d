import { type Binding, type Environment, realPath } from '@mam/registry-paths';
import { type PlannedTree, planTrees, type TreeWatch } from '@mam/state-guard';
import type { PresetWatch } from '../presets/preset.ts';
import { commandProbe, type WatchedCommand } from '../probes/command.ts';
import type { Meaning } from '../probes/meaning/meaning.ts';
import { meaningProbe } from '../probes/meaning/meaning-probe.ts';
import type { Probe } from '../probes/probe.ts';
import { processesProbe } from '../probes/processes.ts';
import { registryProbe } from '../probes/registry.ts';
import { tmuxProbe, tmuxSockets } from '../probes/tmux.ts';
import { treeProbe } from '../probes/tree.ts';
import type { SessionOptions } from './options.ts';
import { absolute, type SessionPlan } from './plan.ts';

/** What one probe looks at, as plain JSON: a baseline file keeps it beside the look. */
export type ProbeSpec =
  | { name: 'registry'; roots: readonly string[]; recorded: Binding }
  | { name: 'tree'; tree: PlannedTree; ignore: readonly string[]; meaning?: Meaning }
  | { name: 'command'; watched: WatchedCommand; cwd: string }
  | { name: 'tmux'; socket: string }
  | { name: 'processes'; sessionId: string };

/** What a probe needs of the guard that runs it. */
export interface ProbeContext {
  env: Environment;
  progress?: SessionOptions['progress'];
}

/** What a session looks at, each thing once. */
export function planProbes(plan: SessionPlan, options: SessionOptions): ProbeSpec[] {
  const { ignore = [], ownFiles = [] } = options;
  const named = (options.watchTmux ?? []).flatMap((watch) => tmuxSockets(watch, plan.env, plan.cwd));
  const sockets = new Set([...named, ...plan.tmuxSockets]);
  return [
    { name: 'registry', roots: plan.roots, recorded: absolute(plan.ambient.recorded, plan.cwd) },
    ...planTrees(plan.treeWatches.map(asTree), { ignore }).trees.map((tree): ProbeSpec => {
      const meaning = plan.treeWatches.find((watch) => watch.meaning && realPath(watch.path) === tree.root)?.meaning;
      return {
        name: 'tree',
        tree: { ...tree, exclude: [...tree.exclude, ...ownFiles] },
        ignore: [...(tree.ignore ?? []), ...ignore],
        ...(meaning && { meaning }),
      };
    }),
    ...(options.watchCommands ?? []).map(
      (watched): ProbeSpec => ({
        name: 'command',
        watched,
        cwd: watched.cwd ?? plan.cwd,
      }),
    ),
    ...[...sockets].map((socket): ProbeSpec => ({ name: 'tmux', socket })),
    ...(options.watchProcesses ? [{ name: 'processes', sessionId: plan.id } as const] : []),
  ];
}

/** What is read by its meaning is looked at by itself. */
function asTree({ path, ignore, meaning }: PresetWatch): TreeWatch {
  return { path, ignore, apart: meaning !== undefined };
}

/** The probe for a spec. */
export function makeProbe(spec: ProbeSpec, { env, progress }: ProbeContext): Probe {
  switch (spec.name) {
    case 'registry':
      return registryProbe(spec.roots, spec.recorded) as Probe;
    case 'tree': {
      const probe = treeProbe(spec.tree, { ignore: spec.ignore, progress });
      return (spec.meaning ? meaningProbe(probe, spec.tree.root, spec.meaning, env) : probe) as Probe;
    }
    case 'command':
      return commandProbe(spec.watched, env, spec.cwd) as Probe;
    case 'tmux':
      return tmuxProbe(spec.socket, env) as Probe;
    case 'processes':
      return processesProbe(spec.sessionId) as Probe;
  }
}
