import { resolve } from 'node:path';
import { commandLine, runGuarded } from '@mam/guard-session';
import { formatJson, formatText, verdictExitStatus, wantsColor } from '@mam/report';
import { likelyRoute } from '@mam/state-guard';
import { CliError } from '../../cli-error.ts';
import { EXIT } from '../../exit-status.ts';
import { checkWritable, writeReport } from '../../output/report-file.ts';
import { say } from '../../output/say.ts';
import { workingDirectory } from '../../working-directory.ts';
import type { RunOptions } from './options.ts';

/** `mam run`: returns the exit status. */
export async function run(words: readonly string[] | null, options: RunOptions): Promise<number> {
  const cwd = workingDirectory();
  const command = commandLine(words ?? []);
  const json = options.json === undefined ? null : resolve(cwd, options.json);
  if (json !== null) checkWritable('--json', json);
  const strict = options.strict ?? false;
  const { verdict, notes, exit, plan } = await runGuarded(command, {
    cwd,
    repo: options.repo,
    dropEnv: options.dropEnv,
    keepEnv: options.keepEnv,
    pin: options.pin,
    sandboxHome: options.sandboxHome ?? false,
    mode: options.mode,
    settle: options.settle,
    strict,
  });
  if (exit.startError !== null) say(exit.startError);
  const place = { recorded: plan.ambient.recorded, cwd, repoRoot: plan.repoRoot };
  process.stderr.write(
    formatText(verdict, {
      color: wantsColor(process.stderr, process.env),
      route: (finding) => likelyRoute(finding.path, place),
    }),
  );
  for (const note of notes) say(note);
  const status = verdictExitStatus(verdict, { strict });
  if (json === null) return status;
  try {
    writeReport(json, formatJson(verdict));
    return status;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    say(error.message);
    return status === EXIT.ok ? EXIT.incomplete : status;
  }
}
