import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A throwaway workspace, with an environment that names no control plane and no multiplexer. */
export interface Workspace {
  /** Temp directory that holds everything. */
  dir: string;
  /** The workspace itself. */
  root: string;
  plane: string;
  registryDir: string;
  logsDir: string;
  sessionsFile: string;
  /** Directory for the panes of a paper mux. */
  panes: string;
  /** Directory on the PATH for programs of the test. */
  bin: string;
  env: Record<string, string>;
  remove(): void;
}

export function makeWorkspace(name = 'workspace'): Workspace {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'mam-cp-')));
  const root = join(dir, name);
  const [panes, bin, home, tmux] = [join(dir, 'panes'), join(dir, 'bin'), join(dir, 'home'), join(dir, 't')];
  for (const path of [root, panes, bin, home, tmux]) mkdirSync(path);
  const plane = join(root, '.mam');
  return {
    dir,
    root,
    plane,
    registryDir: join(plane, 'jobs'),
    logsDir: join(plane, 'delegate_job_logs'),
    sessionsFile: join(plane, 'agent-sessions.yaml'),
    panes,
    bin,
    env: { PATH: `${bin}:${process.env.PATH ?? ''}`, HOME: home, TMUX_TMPDIR: tmux, LANG: 'C.UTF-8' },
    remove: () => removeTree(dir),
  };
}

/**
 * A program that was just killed, or its child, may be at its last write, and a file that is made between the removal of
 * the others and that of the directory would make it fail. Under another name, no path leads into it any more.
 */
function removeTree(dir: string): void {
  const gone = `${dir}.gone`;
  renameSync(dir, gone);
  rmSync(gone, { recursive: true, force: true });
}

/** Puts an executable script on the PATH of a workspace. */
export function addProgram(workspace: Workspace, name: string, script: string): string {
  const path = join(workspace.bin, name);
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}

/** Everything below a directory: each path, with the content of files. Lets "nothing changed" be one comparison. */
export function treeOf(dir: string): Record<string, string> {
  const tree: Record<string, string> = {};
  if (!existsSync(dir)) return tree;
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    tree[path.slice(dir.length + 1)] = entry.isFile()
      ? readFileSync(path, 'utf8')
      : `<${entry.isDirectory() ? 'dir' : 'other'}>`;
  }
  return tree;
}

export function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, 'utf8'));
}
