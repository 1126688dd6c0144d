import type { KeptCaptured } from '../captured/keep-captured.ts';
import type { Layer } from '../layer/read-layer.ts';
import type { ContainMode } from '../mode.ts';
import type { ContainmentPlan } from '../plan/plan.ts';
import type { Availability } from '../probe/probe.ts';

/** What a driver process is to do, in this order. */
export interface DriverRequest {
  /** File for the result. */
  result: string;
  mode: ContainMode;
  roots: string[];
  /** Shell script that makes the live tree. */
  before?: string;
  probe?: boolean;
  keepReal?: string[];
  scratchBytes?: number;
  command: string[];
  /** More commands, one after the other, with the same options. */
  more?: string[][];
  /** Shell script that runs outside while the command does; it is waited for. */
  meanwhile?: string;
  /** Read the layer with the knowledge of what was there before. */
  baseline?: boolean;
  env?: Record<string, string>;
  cwd?: string;
  stdio?: 'inherit' | 'ignore';
  /** Shell script that runs outside, after the layer was read. */
  afterwards?: string;
  keepCaptured?: string;
  namesIn?: string[];
  viewIn?: string[];
  /** Report the environment of the process whose id stands in this file. */
  environmentOf?: string;
  /** Wait for a line on stdin before releasing. */
  hold?: boolean;
  /** What must stay byte for byte as it was. Default: the roots. */
  live?: string[];
}

export interface Exit {
  exitCode: number | null;
  signal: string | null;
}

export interface DriverResult {
  availability?: Availability;
  plan?: ContainmentPlan;
  holder?: number;
  pid?: number;
  /** `/proc/self/stat` of the driver. */
  stat?: string;
  environment?: string;
  exit?: Exit;
  spawnError?: string;
  /** How the other commands ended: their exit, or the code of the error with which they did not start. */
  outcomes?: (Exit | string)[];
  layer?: Layer;
  kept?: KeptCaptured;
  names?: (string[] | null)[];
  views?: (string | null)[];
  /** Every entry of the live paths, before and after. */
  live?: { before: string[][]; after: string[][] };
  failure?: string;
  failureKind?: string;
}
