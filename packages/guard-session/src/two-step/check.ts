import type { Environment } from '@mam/registry-paths';
import { readOuterSession } from '../nested/session-variable.ts';
import { removeSandbox } from '../sandbox/remove.ts';
import { DEFAULT_SETTLE, type SessionOptions } from '../session/options.ts';
import type { ClosedSession } from '../session/session.ts';
import { settleAndCompare } from '../session/settle-and-compare.ts';
import { assembleVerdict } from '../session/verdict.ts';
import type { BaselineFacts } from './baseline-facts.ts';
import { readBaseline } from './baseline-file.ts';

export interface CheckOptions {
  env?: Environment;
  /** How long to wait for processes of the run, in milliseconds; they are known only inside `mam env`. */
  settle?: number;
  strict?: boolean;
  accept?: SessionOptions['accept'];
  progress?: SessionOptions['progress'];
  /** Processes that are not waited for, though they are the run's: whoever started them ends them later. */
  spare?: (pid: number) => boolean;
  /** More sessions files of the run's own sandboxes, beside those that the baseline names. */
  ledgers?: readonly string[];
}

/**
 * The verdict on what changed since a baseline file was written. It names no command and no exit code: mam did not run one.
 * Ends the session of `mam env` that the environment is in: its sandbox is removed.
 * @throws GuardError (usage) for a file that is no baseline of this version.
 */
export async function checkSince(
  file: string,
  options: CheckOptions = {},
): Promise<ClosedSession & { plan: BaselineFacts['plan'] }> {
  const env = options.env ?? process.env;
  const { facts, taken } = readBaseline(file, { env, progress: options.progress });
  const seen = await settleAndCompare(facts.sessionId, taken, options.settle ?? DEFAULT_SETTLE, options.spare);
  const { verdict, notes } = assembleVerdict({
    plan: facts.plan,
    mode: 'observe',
    strict: options.strict ?? false,
    pinned: facts.pinned,
    command: [],
    exit: { exitCode: null, signal: null, startError: null },
    startedAt: new Date(facts.takenAt),
    ledgers: [...facts.ledgers, ...(options.ledgers ?? [])],
    marksFile: facts.marksFile,
    idle: new Set(facts.idle),
    accept: options.accept,
    ...seen,
  });
  return { plan: facts.plan, verdict, notes: [...notes, ...(await endSandbox(env, facts.plan.roots))] };
}

async function endSandbox(env: Environment, live: readonly string[]): Promise<string[]> {
  const claim = readOuterSession(env)?.sandbox;
  if (claim === undefined) return [];
  const proof = { nonce: claim.nonce, dev: BigInt(claim.dev), ino: BigInt(claim.ino) };
  const removal = await removeSandbox({ path: claim.path, proof }, live);
  return removal.removed ? [] : [removal.reason];
}
