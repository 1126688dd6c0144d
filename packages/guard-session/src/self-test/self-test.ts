import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GuardMode, Verdict } from '@mam/state-guard';
import type { SessionOptions } from '../session/options.ts';
import { runGuarded } from '../session/run-guarded.ts';
import { BEFORE, CANARIES, type Canary, PROCESS_CANARY, TMUX_CANARY } from './canaries.ts';

/** What became of one canary. */
export interface CanaryResult {
  canary: Canary;
  /** `skipped` where the machine has no part for it. */
  result: 'reported' | 'missed' | 'skipped';
  /** Why it was skipped, or how it was reported instead. */
  reason: string | null;
}

export interface SelfTestOptions {
  /** `observe` or `contain`; in `read-only` there is nothing to plant. Default: `observe`. */
  mode?: Exclude<GuardMode, 'read-only'>;
  /** See `SessionOptions.probes`. */
  probes?: SessionOptions['probes'];
}

/**
 * Plants one canary for each kind of change and each probe in a throwaway plane, inside a real session, and says of each
 * whether it was reported with the right kind. Everything is made in, and removed with, a temp directory of its own.
 */
export async function selfTest(options: SelfTestOptions = {}): Promise<CanaryResult[]> {
  const live = realpathSync(mkdtempSync(join(tmpdir(), 'mam-canary-')));
  const hasTmux = spawnSync('tmux', ['-V'], { stdio: 'ignore' }).status === 0;
  const planted = [...CANARIES, ...(hasTmux ? [TMUX_CANARY] : []), PROCESS_CANARY];
  try {
    const verdict = await runWith(live, planted, options);
    const results = planted.map((canary) => resultOf(canary, live, verdict));
    const skipped = { canary: TMUX_CANARY, result: 'skipped', reason: 'tmux is not installed' } as const;
    return hasTmux ? results : [...results, skipped];
  } finally {
    endWhatWasStarted(live);
    rmSync(live, { recursive: true, force: true });
  }
}

async function runWith(live: string, planted: readonly Canary[], options: SelfTestOptions): Promise<Verdict> {
  const workspace = join(live, 'workspace');
  const checkout = join(live, 'checkout');
  const temp = join(live, 'tmp');
  for (const dir of [join(checkout, '.git'), temp]) mkdirSync(dir, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: live, TMPDIR: temp, LIVE: live, WORKSPACE_ROOT: workspace };
  execFileSync('/bin/sh', ['-ec', BEFORE.join('\n')], { env });
  // One that fails to plant is missed by its report; the others are planted all the same.
  const script = planted.map(({ plant }) => `( ${plant} ) || true`).join('\n');
  const { verdict } = await runGuarded(['/bin/sh', '-ec', script], {
    env,
    cwd: checkout,
    mode: options.mode ?? 'observe',
    watch: [join(live, 'tree'), join(live, 'root')],
    watchCommands: [{ name: 'store', command: `cat '${join(live, 'store').replaceAll("'", `'\\''`)}'` }],
    watchTmux: [join(live, 's')],
    watchProcesses: true,
    settle: 0,
    ...(options.probes ? { probes: options.probes } : {}),
  });
  return verdict;
}

function resultOf(canary: Canary, live: string, verdict: Verdict): CanaryResult {
  const paths = [canary.path, join(live, canary.path)];
  // What the layer caught is proven to be the run's: then nothing about it is doubtful.
  const caught = verdict.mode === 'contain' && (canary.probe === 'registry' || canary.probe === 'tree');
  const all = [...verdict.leaks, ...verdict.suspects, ...verdict.excused].filter(({ path }) => paths.includes(path));
  const found = verdict[caught ? 'leaks' : canary.as].find(
    (finding) =>
      paths.includes(finding.path) &&
      finding.change === canary.change &&
      finding.entry === canary.entry &&
      (!caught || finding.by === 'run') &&
      (canary.holds?.(finding) ?? true),
  );
  if (found) return { canary, result: 'reported', reason: null };
  const instead = all.map(({ change, entry, reason }) => `${change} ${entry}: ${reason}`).join('; ');
  return { canary, result: 'missed', reason: instead === '' ? 'nothing was reported' : `reported as ${instead}` };
}

/** Ends the canaries that live: by the socket, and by the pid that this run wrote down. */
function endWhatWasStarted(live: string): void {
  spawnSync('tmux', ['-S', join(live, 's'), 'kill-server'], { stdio: 'ignore' });
  // Nothing but a pid may be taken for one: 0 would be this process group.
  const pid = /^[1-9]\d*\n$/.exec(read(join(live, 'pid')))?.[0];
  if (pid === undefined) return;
  try {
    process.kill(Number(pid), 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
