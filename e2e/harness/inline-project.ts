import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { MamSandbox } from '@mam/fixtures';
import type { Verdict } from '@mam/state-guard';
import type { Installed } from './installed.ts';
import { type PlaywrightReport, plain, readPlaywrightReport } from './playwright-report.ts';

/** A small Playwright project in a directory of its own, bound to a live control plane of its own. */
export interface InlineProject {
  /** Its checkout. */
  dir: string;
  /** The live control plane, `<live>/.mam`. */
  plane: string;
  /** Adds files, by path in the checkout. */
  write(files: Readonly<Record<string, string>>): void;
  /** Runs `playwright …` in it, the real one. */
  run(args?: readonly string[], options?: RunOptions): Promise<RunResult>;
  /** Runs any program in it. */
  exec(command: string, args: readonly string[], options?: RunOptions): Promise<RunResult>;
}

export interface RunOptions {
  /** Variables over those of the project; `undefined` deletes one. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Keep the runner's stdin open, for `during` to write to. */
  stdin?: boolean;
  /** Called with the runner as soon as it runs; it leads a process group of its own. */
  during?: (runner: ChildProcess, output: () => string) => void;
}

export interface RunResult {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** Playwright's own report, by its JSON reporter. */
  report: PlaywrightReport | null;
  /** `mam-report/verdict.json`. */
  verdict: Verdict | null;
  /** The leaks of it as `name: whose`, as in `x.json: only a.spec.ts › leaky`. */
  leaks: string[];
}

/** The configuration of a project that writes none. */
export function configOf(config = '', options = ''): string {
  return `import { defineConfig } from '@playwright/test';
import { defineGuardedConfig } from '@mam/fixtures/config';

export default defineGuardedConfig(
  defineConfig({ testDir: 'specs', workers: 1, reporter: [['line'], ['json', { outputFile: 'pw.json' }]], ${config} }),
  { ${options} },
);
`;
}

/** For the specs of projects: what a leaking test does. */
const LEAK = `import { mkdirSync, writeFileSync } from 'node:fs';
export const PLANE = process.env.LIVE_PLANE ?? '';
export function leak(name: string) { writeFileSync(PLANE + '/jobs/' + name + '.json', JSON.stringify({ prompt: name })); }
export function leakLog(name: string) { mkdirSync(PLANE + '/delegate_job_logs/' + name); }
`;

/** Variables by which a machine steers its own runs of a runner: reporters, their files, options. */
const STEERS_A_RUNNER = /^(PLAYWRIGHT|PWTEST|PW_TEST|PYTEST|VITEST)_|^PWDEBUG$/;

export function inlineProject(sandbox: MamSandbox, installed: Installed): InlineProject {
  const dir = join(sandbox.root, 'project');
  const live = join(sandbox.root, 'live');
  const plane = join(live, '.mam');
  for (const path of [join(dir, '.git'), join(plane, 'jobs'), join(plane, 'delegate_job_logs')]) {
    mkdirSync(path, { recursive: true });
  }
  writeFileSync(join(plane, 'agent-sessions.yaml'), 'herdr_sessions:\n- name: planner\n  agent: claude\n');
  symlinkSync(installed.modules, join(dir, 'node_modules'));
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
  };
  write({ 'leak.ts': LEAK, 'package.json': '{ "name": "inline", "private": true }' });
  const env = {
    ...Object.fromEntries(Object.entries(sandbox.env).filter(([name]) => !STEERS_A_RUNNER.test(name))),
    // The project is a user's machine in small: no guard is around it, and its pane is bound to its live plane.
    MAM_GUARD_SESSION: undefined,
    MAM_GUARD_MARKS: undefined,
    MAM_GUARD_RUN: undefined,
    TEST_WORKER_INDEX: undefined,
    TEST_PARALLEL_INDEX: undefined,
    CI: undefined,
    FORCE_COLOR: undefined,
    LIVE_PLANE: plane,
    WORKSPACE_ROOT: live,
    MAM_JOBS_DIR: join(plane, 'jobs'),
    DELEGATE_JOB_LOGS_DIR: join(plane, 'delegate_job_logs'),
    AGENT_SESSIONS_YAML: join(plane, 'agent-sessions.yaml'),
  };
  const exec: InlineProject['exec'] = async (command, args, options = {}) => {
    for (const file of ['pw.json', 'mam-report/verdict.json']) rmSync(join(dir, file), { force: true });
    const ended = await start(command, args, dir, { ...env, ...options.env }, options);
    const verdict = readVerdict(join(dir, 'mam-report/verdict.json'));
    return {
      ...ended,
      report: readPlaywrightReport(join(dir, 'pw.json')),
      verdict,
      leaks: (verdict?.leaks ?? []).map(
        ({ path, attribution, tests }) => `${basename(path)}: ${[attribution, ...[...tests].sort()].join(' ')}`,
      ),
    };
  };
  return {
    dir,
    plane,
    write,
    exec,
    run(args = [], options = {}) {
      if (!readdirSync(dir).some((name) => name.startsWith('playwright.config.')))
        write({ 'playwright.config.ts': configOf() });
      return exec(process.execPath, [installed.cli, 'test', ...args], options);
    },
  };
}

export function readVerdict(path: string): Verdict | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Verdict) : null;
}

function start(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  { during, stdin = false }: RunOptions,
): Promise<Pick<RunResult, 'exitCode' | 'signal' | 'stdout' | 'stderr'>> {
  const defined = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: defined,
      stdio: [stdin ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (exitCode, signal) =>
      resolve({ exitCode, signal, stdout: plain(stdout), stderr: plain(stderr) }),
    );
    during?.(child, () => stdout + stderr);
  });
}
