import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the programs in `testing/children`, which tests run as real processes, into a directory. */
export async function buildChildren(dir: string, ...names: string[]): Promise<void> {
  await build({
    entryPoints: names.map((name) => fileURLToPath(new URL(`./children/${name}.ts`, import.meta.url))),
    outdir: dir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
}

export interface ChildResult {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface ChildOptions {
  env: Record<string, string>;
  cwd?: string;
  /** Words for node before the program. */
  node?: string[];
  /** Words before node. */
  through?: string[];
  /** Called as soon as it runs. */
  during?: (child: ChildProcess) => void;
}

/** Runs a bundled child with one argument, its task as JSON. */
export function runChild(dir: string, name: string, task: object, options: ChildOptions): Promise<ChildResult> {
  const node = [process.execPath, ...(options.node ?? []), join(dir, `${name}.mjs`), JSON.stringify(task)];
  const [program, ...args] = [...(options.through ?? []), ...node];
  const child = spawn(program as string, args, {
    env: options.env,
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => (said.stdout += data));
  child.stderr.on('data', (data) => (said.stderr += data));
  options.during?.(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => resolve({ status, signal, ...said }));
  });
}
