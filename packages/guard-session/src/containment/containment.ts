import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { realPath } from '@mam/registry-paths';
import { fromText } from '@mam/state-guard';
import { GuardError } from '../guard-error.ts';
import { type KeptCaptured, keepCaptured } from './captured/keep-captured.ts';
import { namesInLayer } from './layer/names-in-layer.ts';
import { type Layer, type LayerOptions, readLayer } from './layer/read-layer.ts';
import { enterCommand } from './namespace/enter.ts';
import { assertRunnable } from './namespace/program.ts';
import { setUp } from './namespace/set-up.ts';
import { openViews, type Views } from './namespace/views.ts';
import type { ContainmentPlan } from './plan/plan.ts';
import { type PlatformFacts, readPlatform } from './platform/facts.ts';
import { findTools } from './platform/tools.ts';

export interface ContainmentOptions {
  plan: ContainmentPlan;
  /** Most bytes that the run's writes may take, which are memory. Default: half of the memory. */
  scratchBytes?: number;
  facts?: PlatformFacts;
}

/** How a contained command is started; what is left out is as in `spawn` of `node:child_process`. */
type ContainedSpawnOptions = Pick<SpawnOptions, 'stdio'> & { env?: NodeJS.ProcessEnv; cwd?: string };

/** A namespace in which the planned directories are contained. It ends with the guard, whatever ends that. */
export interface Containment {
  readonly plan: ContainmentPlan;
  /** The process that holds the namespace; it is none of the run's. */
  readonly holderPid: number;
  /**
   * Starts a command inside, as `spawn` does: the process id is the command's own. Survivors stay inside until they end.
   * @throws an error with `code` `ENOENT` or `EACCES` when it cannot be started, and GuardError (incomplete) when the
   * namespace is gone
   */
  spawn(command: string, args: readonly string[], options?: ContainedSpawnOptions): ChildProcess;
  /**
   * Where the guard sees what the run sees at a real path, or null when that is not contained. Never resolve such a path
   * (`realpath`): it would lead to the live directory.
   */
  viewPath(path: string): string | null;
  /** The same for a real path that is a byte string. */
  viewBytes(path: string): string | null;
  /** Names of the entries of a real directory that the run made, wrote to or removed; byte strings. Empty when it did nothing there. */
  namesInLayer(directory: string): string[] | null;
  /** What the run did, as far as it did by now. In `read-only` nothing. */
  readLayer(options?: LayerOptions): Layer;
  /** Copies what the run wrote to a directory. @throws GuardError */
  keepCaptured(directory: string): KeptCaptured;
  /** Lets the namespace go; what survived the command keeps its own hold on it. */
  release(): Promise<void>;
}

/** Opens a containment. @throws GuardError (incomplete), in a sentence that names the directory or the tool */
export async function openContainment(options: ContainmentOptions): Promise<Containment> {
  const { plan, facts = readPlatform() } = options;
  const found = findTools(facts, plan.mode, plan.how);
  if (!('tools' in found)) {
    const names = [...found.missing, ...found.foreign].join(', ');
    throw new GuardError('incomplete', `The mode ${plan.mode} needs ${names} of util-linux; install util-linux.`);
  }
  const { tools } = found;
  const scratchSize = options.scratchBytes === undefined ? '50%' : String(options.scratchBytes);
  const holder = await setUp({ plan, tools, facts, scratchSize });
  let views: Views;
  try {
    views = openViews(plan, holder.pid);
  } catch (error) {
    await holder.release();
    throw error;
  }
  holder.detach();
  return {
    plan,
    holderPid: holder.pid,
    spawn(command, args, { env = process.env, cwd = process.cwd(), stdio } = {}) {
      assertRunnable(command, cwd, env);
      if (!holder.alive) {
        throw new GuardError(
          'incomplete',
          'The namespace of the run is gone, because its holder was ended; run again.',
        );
      }
      const entrance = { tools, how: plan.how, mode: plan.mode, facts, holder: holder.pid, cwd: realPath(cwd) };
      const [program, ...words] = enterCommand(entrance, command, args);
      return spawn(program, words, { env, cwd: '/', ...(stdio === undefined ? {} : { stdio }) });
    },
    viewPath: (path) => views.viewPath(fromText(realPath(path))),
    viewBytes: (path) => views.viewPath(path),
    namesInLayer: (directory) => namesInLayer(views, fromText(realPath(directory))),
    readLayer: (layerOptions) => readLayer(views, layerOptions),
    keepCaptured: (directory) => keepCaptured(views, directory),
    async release() {
      views.close();
      await holder.release();
    },
  };
}
