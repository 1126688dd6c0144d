import { spawnSync } from 'node:child_process';
import type { FieldCase, Mode, Need } from './field-case.ts';
import { MAM, type Machine, makeMachine } from './machine.ts';
import type { User } from './user.ts';

/** A trial takes as long as a case. */
const known = new Map<string, string | null>();

/** Why a case cannot be had here, or null. */
export function whyNotCase({ needs = [] }: FieldCase): string | null {
  const need = needs.find((each) => !have(each));
  return need === undefined ? null : `needs ${need}`;
}

/** Why a mode cannot be had here, or not as this user: the program's own words. Null when it can. */
export function whyNotMode(mode: Mode, user: User): string | null {
  const key = `${mode} ${user.name}`;
  const why = known.get(key);
  if (why !== undefined) return why;
  const found = tryMode(mode, user);
  known.set(key, found);
  return found;
}

function tryMode(mode: Mode, user: User): string | null {
  if (user.uid !== null && process.getuid?.() !== 0) return 'only root can become another user';
  if (mode === 'observe' && user.uid === null) return null;
  if (process.platform !== 'linux') return 'only Linux';
  let machine: Machine;
  try {
    machine = makeMachine(user);
  } catch (error) {
    // Another user may be kept from this Node.js, or from the temp directory; for oneself it is a fault.
    if (user.uid === null) throw error;
    return `a ${user.name} cannot have a machine here: ${(error as Error).message}`;
  }
  try {
    const [word, ...args] = user.words([process.execPath, MAM, 'run', '--mode', mode, '-w', machine.dir, '--', 'true']);
    const { status, stderr, error } = spawnSync(word, args, { cwd: machine.dir, env: machine.env, encoding: 'utf8' });
    return status === 0 ? null : (error?.message ?? stderr).trim();
  } finally {
    machine.remove();
  }
}

const TRIALS: Record<Exclude<Need, 'linux'>, readonly string[]> = { git: ['--version'], tmux: ['-V'] };

function have(need: Need): boolean {
  if (need === 'linux') return process.platform === 'linux';
  return spawnSync(need, TRIALS[need]).status === 0;
}
