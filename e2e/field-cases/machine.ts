import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { User } from './user.ts';

/** A user's machine in small, in a directory of its own. */
export interface Machine {
  dir: string;
  /** The places that scripts know, by name. */
  places: Readonly<Record<string, string>>;
  /** What a pane of that user has: the places too, and nothing of the guard around this test. */
  env: Record<string, string>;
  /** Ends the tmux servers in it, and removes it. */
  remove(): void;
}

/** The program, as it is built. */
export const MAM: string = fileURLToPath(new URL('../../packages/cli/bin/mam.js', import.meta.url));

const LAYOUT = `
set -e
mkdir -p "$AGENT"/jobs "$AGENT"/logs "$AGENT"/sessions "$AGENT"/state "$AGENT"/profiles/main
mkdir -p "$SANDBOX/.agent" "$T/checkout/.git" "$T/scratch" "$T/tmp" "$T/elsewhere" "$OTHER"
echo '{"id":"one","state":"finished"}' > "$AGENT/jobs/one.json"
echo '{"event":"start"}' > "$AGENT/logs/audit.jsonl"
printf 'name: first\\nidle: true\\n' > "$AGENT/sessions/first.yaml"
echo 'model: the-real-one' > "$AGENT/profiles/main/config.yaml"
printf 'KEY=real\\nTOKEN=real\\n' > "$AGENT/.env"
chmod 600 "$AGENT/.env"
`;

/** @param before what else it holds: a script, whose exports stay */
export function makeMachine(user: User, before = ''): Machine {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'mam-case-')));
  try {
    chmodSync(dir, 0o755);
    if (user.uid !== null) chownSync(dir, user.uid, user.uid);
    const places = {
      T: dir,
      HOME: join(dir, 'home'),
      AGENT: join(dir, 'home/.agent'),
      SANDBOX: join(dir, 'sandbox'),
      PLANE: join(dir, 'live/.mam'),
      OTHER: join(dir, 'other-home'),
    };
    const programs = { PATH: process.env.PATH ?? '', SHELL: '/bin/sh', NODE: process.execPath, MAM };
    const env = { ...programs, TMPDIR: temporaryDirectory(dir), LANG: 'C.UTF-8', ...places };
    return { dir, places, env: environmentAfter(`${LAYOUT}${before}`, dir, env, user), remove: () => remove(dir) };
  } catch (error) {
    remove(dir);
    throw error;
  }
}

/** A sandbox that a guard keeps goes with the machine. Elsewhere than on Linux the path of a socket in it would be too long. */
function temporaryDirectory(dir: string): string {
  return process.platform === 'linux' ? join(dir, 'scratch') : tmpdir();
}

/** Runs a script, and gives the environment as the script leaves it. */
function environmentAfter(
  script: string,
  cwd: string,
  env: Record<string, string>,
  user: User,
): Record<string, string> {
  const [command, ...args] = user.words(['bash', '-c', `${script}\n"$NODE" -p 'JSON.stringify(process.env)'`]);
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the script ended with ${status}: ${error?.message ?? stderr}\n${script}`);
  return JSON.parse(stdout.slice(stdout.trimEnd().lastIndexOf('\n') + 1)) as Record<string, string>;
}

/** `$T` and the other places of a text, replaced. */
export function placed(places: Machine['places'], text: string): string {
  return text.replace(/\$([A-Z]+)/g, (name, word: string) => places[word] ?? name);
}

function remove(dir: string): void {
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (entry.isSocket()) spawnSync('tmux', ['-S', join(entry.parentPath, entry.name), 'kill-server']);
  }
  rmSync(dir, { recursive: true, force: true });
}
