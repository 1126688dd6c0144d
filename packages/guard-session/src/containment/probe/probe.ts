import type { ContainMode } from '../mode.ts';
import { type PlatformFacts, readPlatform } from '../platform/facts.ts';
import { type NamespaceKind, namespaceKind } from '../platform/namespace-kind.ts';
import { findTools } from '../platform/tools.ts';
import { explainMissingTools, explainPlatform, explainTrial, type Unavailable } from './explain.ts';
import { tryOut } from './trial.ts';

/** Whether a mode is to be had here, and by what right; or why not, and what helps. */
export type Availability = { available: true; how: NamespaceKind } | ({ available: false } & Unavailable);

export interface ProbeOptions {
  facts?: PlatformFacts;
  /** Tries the mode out. A parameter for tests of what machines elsewhere say. */
  trial?: typeof tryOut;
}

/** Finds out whether this machine can give a mode, by trying it. Takes some 20 ms, and leaves nothing. */
export async function probeContainment(mode: ContainMode, options: ProbeOptions = {}): Promise<Availability> {
  const { facts = readPlatform(), trial = tryOut } = options;
  const foreign = explainPlatform(facts, mode);
  if (foreign !== null) return { available: false, ...foreign };
  const how = namespaceKind(facts);
  const found = findTools(facts, mode, how);
  if (!('tools' in found)) return { available: false, ...explainMissingTools(found) };
  const failure = await trial(mode, how, found.tools, facts);
  return failure === null ? { available: true, how } : { available: false, ...explainTrial(facts, how, failure) };
}

/** An unavailable mode as one sentence with the cause and the remedy. */
export function whyUnavailable(mode: ContainMode, { reason, remedy }: Unavailable): string {
  return `The mode ${mode} is not to be had here, because ${reason}; ${remedy}.`;
}
