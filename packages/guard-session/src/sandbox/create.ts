import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AUDIT_LOG_DIR,
  type Binding,
  CONTROL_PLANE_DIR,
  REGISTRY_DIR,
  realPath,
  SESSIONS_FILE,
} from '@mam/registry-paths';
import { GuardError } from '../guard-error.ts';
import { ownPidNamespace, processStart } from '../settle/process-table.ts';
import { homeFamily } from './home-family.ts';
import { NONCE_FILE, type NonceFile, SANDBOX_PREFIX } from './nonce-file.ts';

/** A throwaway workspace with a control plane of its own. */
export interface Sandbox {
  /** Absolute real path of the directory that holds everything. */
  readonly path: string;
  /** The directory to use as a workspace. */
  readonly workspace: string;
  /** The four binding variables, all at this sandbox. */
  readonly binding: Required<Binding>;
  /** What to set in a command's environment: the binding, `TMUX_TMPDIR`, and the home family if asked for. */
  readonly env: Readonly<Record<string, string>>;
  /** Proof of ownership: the content of the nonce file, and device and inode of the directory. */
  readonly proof: SandboxProof;
}

export interface SandboxProof {
  nonce: string;
  dev: bigint;
  ino: bigint;
}

/** A guard session, and the process that runs it. */
export interface SandboxOwner {
  sessionId: string;
  pid: number;
}

export interface SandboxOptions {
  /** Directories to make it in, the first that lies outside every live root is taken. */
  parents: readonly string[];
  /** Watched roots and trees, as absolute paths. */
  live: readonly string[];
  /** The guard session whose sandbox it is, so that a later one can tell what a killed guard left behind. */
  owner?: SandboxOwner;
  /** Make a home family too: `HOME`, `XDG_*`, `USERPROFILE`, `APPDATA`, `LOCALAPPDATA`, `TMPDIR`. */
  home?: boolean;
}

/**
 * Makes a sandbox: mode 0700, a short path (a unix socket's path ends at 104 bytes).
 * @throws GuardError (usage) when every parent lies inside a watched root, or none can be written.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const path = makeDirectory(options);
  const nonce = randomBytes(16).toString('hex');
  const { owner } = options;
  const guard = owner && { ...owner, startedAt: processStart(owner.pid), pidNamespace: ownPidNamespace() };
  const claim: NonceFile = { nonce, ...guard };
  writeFileSync(join(path, NONCE_FILE), JSON.stringify(claim), { mode: 0o600, flag: 'wx' });
  const workspace = join(path, 'workspace');
  const plane = join(workspace, CONTROL_PLANE_DIR);
  const binding = {
    WORKSPACE_ROOT: workspace,
    AGENT_SESSIONS_YAML: join(plane, SESSIONS_FILE),
    MAM_JOBS_DIR: join(plane, REGISTRY_DIR),
    DELEGATE_JOB_LOGS_DIR: join(plane, AUDIT_LOG_DIR),
  };
  const tmuxDir = join(path, 'tmux');
  for (const dir of [binding.MAM_JOBS_DIR, binding.DELEGATE_JOB_LOGS_DIR, tmuxDir]) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  }
  const home = options.home ? homeFamily(path) : {};
  const { dev, ino } = lstatSync(path, { bigint: true });
  return {
    path,
    workspace,
    binding,
    env: { ...home, ...binding, TMUX_TMPDIR: tmuxDir },
    proof: { nonce, dev, ino },
  };
}

function makeDirectory({ parents, live }: SandboxOptions): string {
  const liveRoots = live.map(realPath);
  const why: string[] = [];
  for (const parent of parents) {
    const real = realPath(parent);
    const around = liveRoots.find((root) => isInside(real, root));
    if (around !== undefined) {
      why.push(`${real} lies inside the watched ${around}`);
      continue;
    }
    try {
      const path = mkdtempSync(join(real, SANDBOX_PREFIX));
      chmodSync(path, 0o700);
      return path;
    } catch (error) {
      why.push(`${real} cannot be written (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  throw new GuardError(
    'usage',
    `There is no place for a sandbox: ${why.join('; ')}. Set TMPDIR to a writable directory outside every watched root.`,
  );
}

/** Whether a real path is a directory or lies below it. */
export function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith('/') ? directory : `${directory}/`);
}
