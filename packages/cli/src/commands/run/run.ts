import { commandLine, runGuarded } from '@mam/guard-session';
import { verdictExitStatus } from '@mam/report';
import { CliError } from '../../cli-error.ts';
import { EXIT } from '../../exit-status.ts';
import type { Configured } from '../../options/configured.ts';
import { sessionOptions } from '../../options/session-options.ts';
import { showProgress } from '../../output/progress.ts';
import { planReports } from '../../output/reports.ts';
import { say } from '../../output/say.ts';
import { showVerdict } from '../../output/verdict.ts';
import { workingDirectory } from '../../working-directory.ts';
import type { RunOptions } from './options.ts';
import { planWriteAccept } from './write-accept.ts';

/** `mam run`: returns the exit status. */
export async function run(words: readonly string[] | null, configured: Configured<RunOptions>): Promise<number> {
  const { options } = configured;
  const cwd = workingDirectory();
  const command = commandLine(words ?? []);
  const strict = options.strict ?? false;
  const reports = planReports(cwd, options);
  const { mode, settle, keepCaptured } = options;
  if (keepCaptured !== undefined && mode !== 'contain') {
    throw new CliError('--keep-captured needs --mode contain; in another mode nothing is captured.');
  }
  const writeAccept = planWriteAccept(cwd, configured);
  const progress = showProgress(process.stderr);
  const session = { ...sessionOptions(options, cwd), mode, settle, keepCaptured, strict, progress };
  const { verdict, notes, exit, plan } = await runGuarded(command, session);
  if (exit.startError !== null) say(exit.startError);
  showVerdict(process.stderr, verdict, notes, { plan, strict });
  const status = verdictExitStatus(verdict, { strict });
  const allWritten = reports.write(verdict);
  await writeAccept?.(verdict);
  return status === EXIT.ok && !allWritten ? EXIT.incomplete : status;
}
