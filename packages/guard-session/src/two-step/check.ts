import type { Environment } from '@mam/registry-paths';
import { readOuterSession, type SandboxClaim } from '../nested/session-variable.ts';
import type { OwnedDirectory } from '../sandbox/remove.ts';
import { cleanUp } from '../session/clean-up.ts';
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
 * Ends the session of `mam env` that the environment is in: its sandbox is removed, unless a process of the run may still use
 * it.
 * @throws GuardError (usage) for a file that is no baseline of this version, and for a foreign `MAM_GUARD_SESSION`.
 */
export async function checkSince(
  file: string,
  options: CheckOptions = {},
): Promise<ClosedSession & { plan: BaselineFacts['plan'] }> {
  const env = options.env ?? process.env;
  const claim = readOuterSession(env)?.sandbox;
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
  const session = { id: facts.sessionId ?? '', live: facts.plan.roots };
  const cleaned = claim === undefined ? [] : await cleanUp(session, ownedBy(claim), seen.survivors);
  return { plan: facts.plan, verdict, notes: [...notes, ...cleaned] };
}

function ownedBy({ path, nonce, dev, ino }: SandboxClaim): OwnedDirectory {
  return { path, proof: { nonce, dev: BigInt(dev), ino: BigInt(ino) } };
}
