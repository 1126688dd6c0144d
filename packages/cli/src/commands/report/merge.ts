import { mergeReports, verdictExitStatus } from '@mam/report';
import { EXIT } from '../../exit-status.ts';
import { planReports } from '../../output/reports.ts';
import { say } from '../../output/say.ts';
import { showVerdict } from '../../output/verdict.ts';
import { workingDirectory } from '../../working-directory.ts';
import type { MergeOptions } from './declare.ts';
import { readReport } from './read-report.ts';

/** `mam report merge`: prints the joined verdict; returns the exit status of the gate. */
export function merge(files: readonly string[], options: MergeOptions): number {
  const cwd = workingDirectory();
  const strict = options.strict ?? false;
  const reports = planReports(cwd, options);
  const verdict = mergeReports(files.map((file) => readReport(cwd, file)));
  showVerdict(process.stdout, verdict, [], { plan: null, strict });
  const missing = (options.expect ?? files.length) - files.length;
  if (missing > 0)
    say(`${files.length} of ${options.expect} reports are there; a shard without a report has no verdict.`);
  const status = verdictExitStatus(verdict, { strict });
  const whole = reports.write(verdict) && missing <= 0;
  return status === EXIT.ok && !whole ? EXIT.incomplete : status;
}
