import { commandLine, runGuarded, type SessionOptions } from '@mam/guard-session';
import { formatText, verdictExitStatus, wantsColor } from '@mam/report';
import { likelyRoute } from '@mam/state-guard';
import { EXIT } from '../../exit-status.ts';
import { showProgress } from '../../output/progress.ts';
import { planReports } from '../../output/reports.ts';
import { say } from '../../output/say.ts';
import { workingDirectory } from '../../working-directory.ts';
import type { RunOptions } from './options.ts';

/** `mam run`: returns the exit status. */
export async function run(words: readonly string[] | null, options: RunOptions): Promise<number> {
  const cwd = workingDirectory();
  const command = commandLine(words ?? []);
  const reports = planReports(cwd, options);
  const progress = showProgress(process.stderr);
  const { verdict, notes, exit, plan } = await runGuarded(command, { ...sessionOptions(options, cwd), progress });
  if (exit.startError !== null) say(exit.startError);
  const place = { recorded: plan.ambient.recorded, cwd, repoRoot: plan.repoRoot };
  process.stderr.write(
    formatText(verdict, {
      color: wantsColor(process.stderr, process.env),
      route: (finding) => likelyRoute(finding.path, place),
    }),
  );
  for (const note of notes) say(note);
  const status = verdictExitStatus(verdict, { strict: options.strict ?? false });
  const allWritten = reports.write(verdict);
  return status === EXIT.ok && !allWritten ? EXIT.incomplete : status;
}

function sessionOptions(options: RunOptions, cwd: string): SessionOptions {
  return {
    cwd,
    repo: options.repo,
    watch: options.watch,
    watchCommands: options.watchCommand,
    watchTmux: options.watchTmux,
    watchProcesses: options.watchProcesses ?? false,
    ignore: options.ignore,
    learnIdle: options.learnIdle,
    dropEnv: options.dropEnv,
    keepEnv: options.keepEnv,
    pin: options.pin,
    sandboxHome: options.sandboxHome ?? false,
    mode: options.mode,
    settle: options.settle,
    strict: options.strict ?? false,
  };
}
