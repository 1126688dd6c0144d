import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { DriverRequest, DriverResult } from './request.ts';

/** Who runs the guard, and in which root directory. */
export interface Setting {
  name: string;
  user: 'root' | 'plain user';
  root: 'this root' | 'an overlay root';
}

const SETTINGS: readonly Setting[] = [
  { name: 'as root', user: 'root', root: 'this root' },
  { name: 'as a plain user', user: 'plain user', root: 'this root' },
  { name: 'as root inside an overlay root', user: 'root', root: 'an overlay root' },
  { name: 'as a plain user inside an overlay root', user: 'plain user', root: 'an overlay root' },
];

const NOBODY = '65534';
/** What `statfs` gives for an overlay. */
const OVERLAY = 0x794c7630;
/** Tests read what the tools say, and a shell says of a locale that is not there that it is not. */
const ENVIRONMENT = { ...process.env, LC_ALL: 'C' };

/** A temp directory that every user can use, and a driver in it; Linux only. */
export class Harness {
  readonly base: string;
  readonly #driver: string;
  readonly #results: string[] = [];

  constructor() {
    // Other users must be able to use what is made here, by this process and by those that it starts.
    process.umask(0o022);
    this.base = realpathSync(mkdtempSync(join(tmpdir(), 'mam-containment-test-')));
    chmodSync(this.base, 0o755);
    this.#driver = join(this.base, 'driver.mjs');
    const entry = fileURLToPath(new URL('driver.ts', import.meta.url));
    buildSync({
      entryPoints: [entry],
      outfile: this.#driver,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
    });
    chmodSync(this.#driver, 0o644);
    for (const name of ['live', 'results']) this.directory(name);
  }

  /** A new directory that everyone may write to. */
  directory(name: string): string {
    const path = join(this.base, name);
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o777);
    return path;
  }

  /** Runs a driver to its end. */
  run(
    setting: Setting,
    request: Omit<DriverRequest, 'result'>,
    input = '',
  ): DriverResult & { stdout: string; stderr: string } {
    const { words, result } = this.#prepare(setting, request);
    const [command = '', ...args] = words;
    const done = spawnSync(command, args, { input, encoding: 'utf8', cwd: this.base, env: ENVIRONMENT });
    return { ...this.read(result), stdout: done.stdout, stderr: done.stderr };
  }

  /** Starts a driver in a process group of its own. */
  start(setting: Setting, request: Omit<DriverRequest, 'result'>): { driver: ChildProcess; result: string } {
    const { words, result } = this.#prepare(setting, request);
    const [command = '', ...args] = words;
    return {
      driver: spawn(command, args, {
        cwd: this.base,
        env: ENVIRONMENT,
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
      }),
      result,
    };
  }

  /** The command line of a driver, for a test that starts it in its own way. */
  commandLine(setting: Setting, request: Omit<DriverRequest, 'result'>): { words: string[]; result: string } {
    return this.#prepare(setting, request);
  }

  /** Runs a command as a driver would be run, without one. */
  plain(setting: Setting, words: string[], env: Record<string, string> = {}): string {
    const [command = '', ...args] = this.#enter(setting, words);
    return spawnSync(command, args, { encoding: 'utf8', cwd: this.base, env: { ...ENVIRONMENT, ...env } }).stdout;
  }

  /** Runs a shell script with words as its arguments. */
  shell(
    script: string,
    words: readonly string[],
    env: Record<string, string> = {},
  ): { stdout: string; stderr: string } {
    const args = ['-ec', script, 'sh', ...words];
    const options = { encoding: 'utf8', cwd: this.base, env: { ...ENVIRONMENT, ...env } } as const;
    const { stdout, stderr } = spawnSync('/bin/sh', args, options);
    return { stdout, stderr };
  }

  /** Runs a driver in a mount namespace in which a script mounted something first; as root alone. */
  runAfterMounting(
    setting: Setting,
    script: string,
    request: Omit<DriverRequest, 'result'>,
  ): DriverResult & { stdout: string; stderr: string } {
    const { words, result } = this.#prepare(setting, request);
    const enter = 'script=$1; shift; exec unshare --mount -- /bin/sh -ec "$script" sh "$@"';
    const done = this.shell(enter, [`${script}\nexec "$@"`, ...words]);
    return { ...this.read(result), ...done };
  }

  read(result: string): DriverResult {
    return existsSync(result) ? JSON.parse(readFileSync(result, 'utf8')) : { failure: 'the driver left no result' };
  }

  remove(): void {
    // The overlay roots are gone with what is in them, but for the results, which lie on a file system outside.
    for (const result of this.#results) for (const end of ['', '.next']) rmSync(`${result}${end}`, { force: true });
    rmSync(this.base, { recursive: true, force: true });
  }

  #prepare(setting: Setting, request: Omit<DriverRequest, 'result'>): { words: string[]; result: string } {
    const place = setting.root === 'this root' ? this.directory('results') : `/dev/shm`;
    // By the name of a directory that is nobody else's: process ids come again, and so may what a killed run left.
    const result = join(place, `${basename(this.base)}-result-${this.#results.length}`);
    this.#results.push(result);
    const driver = [process.execPath, this.#driver, JSON.stringify({ ...request, result })];
    return { words: this.#enter(setting, driver), result };
  }

  #enter({ user, root }: Setting, words: string[]): string[] {
    const own = user === 'plain user' && isRoot() ? [...dropRoot(), ...words] : words;
    return root === 'this root' ? own : insideOverlayRoot(own);
  }
}

/** A setting with the reason why this machine cannot give it; `title` says it too. */
export type TriedSetting = Setting & { reason: string | null; title: string };

/** The settings in a root directory, or all of them. */
export function settingsIn(root?: Setting['root']): TriedSetting[] {
  return SETTINGS.filter((setting) => root === undefined || setting.root === root).map((setting) => {
    const reason = whyNotHere(setting);
    return { ...setting, reason, title: reason === null ? setting.name : `${setting.name} (skipped: it ${reason})` };
  });
}

/** Why a setting cannot be had on this machine, or null. */
function whyNotHere({ user, root }: Setting): string | null {
  if (process.platform !== 'linux') return 'needs Linux';
  if (user === 'root' && !isRoot()) return 'needs root';
  if (root === 'an overlay root' && !isRoot()) return 'needs root to make the overlay root';
  if (root === 'an overlay root') {
    if (probe(insideOverlayRoot(['true'])) !== 0) return 'needs leave to mount';
    if (isOnOverlay('/')) return 'needs a root that is no overlay already: the kernel stacks two';
    if (!isInOverlayRoot()) return 'needs node and the temp directory on the file system of the root';
  }
  if (user === 'root') return probe(['unshare', '--mount', 'true']) === 0 ? null : 'needs leave to unshare';
  const enter = isRoot() ? dropRoot() : [];
  if (probe([...enter, 'unshare', '--user', '--map-root-user', '--mount', 'true']) !== 0) {
    return 'needs user namespaces for plain users';
  }
  if (!isForPlainUsers(enter)) return 'needs a node and a temp directory that a plain user can use';
  return null;
}

export function isOnOverlay(path: string): boolean {
  return statfsSync(path).type === OVERLAY;
}

export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/** Whether what a driver needs is there below an overlay of the root, which does not show what is mounted in it. */
function isInOverlayRoot(): boolean {
  return inTempDirectory(
    (place) => probe(insideOverlayRoot(['test', '-d', place, '-a', '-x', process.execPath])) === 0,
  );
}

function isForPlainUsers(enter: readonly string[]): boolean {
  return inTempDirectory((place) => {
    chmodSync(place, 0o755);
    return probe([...enter, process.execPath, '-e', `process.chdir(${JSON.stringify(place)})`]) === 0;
  });
}

function inTempDirectory<T>(use: (place: string) => T): T {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'mam-containment-test-')));
  try {
    return use(place);
  } finally {
    rmdirSync(place);
  }
}

function probe([command = '', ...args]: readonly string[]): number | null {
  return spawnSync(command, args, { stdio: 'ignore' }).status;
}

function dropRoot(): string[] {
  return ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
}

/** As a container has it: `/` is an overlay, its upper layer on a tmpfs, in a mount namespace of its own. */
function insideOverlayRoot(words: readonly string[]): string[] {
  const script = `
    set -e
    mount -n -t tmpfs container /mnt
    cd /mnt
    mkdir up work root
    mount -n -t overlay -o lowerdir=/,upperdir=up,workdir=work container root
    for place in proc sys dev dev/shm; do mount -n --rbind /$place root/$place; done
    cd root
    mkdir -p .before
    pivot_root . .before
    umount -n -l /.before
    cd "$1"; shift
    exec "$@"`;
  return ['unshare', '--mount', '--propagation', 'private', '--', 'sh', '-c', script, 'sh', process.cwd(), ...words];
}
