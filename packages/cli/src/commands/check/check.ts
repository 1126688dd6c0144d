import { resolve } from 'node:path';
import { checkSince } from '@mam/guard-session';
import { verdictExitStatus } from '@mam/report';
import { EXIT } from '../../exit-status.ts';
import type { ConfiguredOnly } from '../../options/configured.ts';
import { showProgress } from '../../output/progress.ts';
import { planReports } from '../../output/reports.ts';
import { showVerdict } from '../../output/verdict.ts';
import { workingDirectory } from '../../working-directory.ts';
import type { CheckCommandOptions } from './declare.ts';

/** `mam check`: returns the exit status. */
export async function check(options: CheckCommandOptions & ConfiguredOnly): Promise<number> {
  const cwd = workingDirectory();
  const strict = options.strict ?? false;
  const reports = planReports(cwd, options);
  const { verdict, notes, plan } = await checkSince(resolve(cwd, options.since), {
    settle: options.settle,
    strict,
    accept: options.accept,
    progress: showProgress(process.stderr),
  });
  showVerdict(process.stderr, verdict, notes, { plan, strict });
  const status = verdictExitStatus(verdict, { strict });
  const allWritten = reports.write(verdict);
  return status === EXIT.ok && !allWritten ? EXIT.incomplete : status;
}
