import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { MAM } from './machine.ts';

export const hasTmux: boolean = spawnSync('tmux', ['-V']).status === 0;

export const isRoot: boolean = process.getuid?.() === 0;

const AS_NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

/**
 * From root, words that make a program run as a plain user. Null where this is not root, and where a plain user cannot
 * run the program: node, the checkout or the temp directory may lie in a home that is closed to others.
 */
export const PLAIN_USER: string[] | null = isRoot && canRun(AS_NOBODY) ? AS_NOBODY : null;

function canRun([program = '', ...args]: string[]): boolean {
  const script = 'cd "$3" && exec "$1" "$2" --version';
  return spawnSync(program, [...args, 'sh', '-c', script, 'sh', process.execPath, MAM, tmpdir()]).status === 0;
}

/** Shell words that print the name of a process, by `ps` where there is no `/proc`. */
const nameOf = (pid: string) => `{ cat /proc/${pid}/comm || ps -o comm= -p ${pid}; } 2> /dev/null`;

/** Shell words that wait until the last job in the background is `sleep`: before its exec, it bears the shell's name. */
export const ASLEEP: string = `until ${nameOf('$!')} | grep -q sleep; do sleep .01; done`;

/** Whether a process is `sleep` by now. */
export function isAsleep(pid: number): boolean {
  return spawnSync('sh', ['-c', nameOf(String(pid))], { encoding: 'utf8' }).stdout.includes('sleep');
}
