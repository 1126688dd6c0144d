import type { Survivor } from '@mam/state-guard';
import { type OwnedDirectory, removeSandbox } from '../sandbox/remove.ts';
import { endTmuxServers } from '../sandbox/tmux-servers.ts';
import { settle } from '../settle/settle.ts';
import type { SessionPlan } from './plan.ts';

/** How long what lived in a sandbox's tmux servers may take to end with them, in milliseconds. */
const BOUND = 1000;

/**
 * Removes the sandbox of a session, unless a process of the run may still use it: without its files it could not be addressed
 * any more. Returns what a person should know, a sentence each.
 */
export async function cleanUp(
  plan: Pick<SessionPlan, 'id' | 'live'>,
  sandbox: OwnedDirectory,
  survivors: readonly Survivor[],
): Promise<string[]> {
  const alive = survivors.some((survivor) => !survivor.ended) ? await afterTmuxEnded(plan.id, sandbox.path) : [];
  if (alive.length > 0) {
    const names = alive.map(({ name, pid }) => `${name} (${pid})`).join(', ');
    return [`The sandbox ${sandbox.path} was kept, because ${names} may still use it; remove it when that has ended.`];
  }
  const removal = await removeSandbox(sandbox, plan.live);
  return removal.removed ? [] : [removal.reason];
}

async function afterTmuxEnded(sessionId: string, path: string): Promise<Survivor[]> {
  await endTmuxServers(path);
  const left = await settle({ sessionId, bound: BOUND });
  return left.filter((survivor) => !survivor.ended);
}
