import { EXIT } from '../../exit-status.ts';
import type { ReportFlags } from '../../options/report.ts';
import { planReports } from '../../output/reports.ts';
import { showVerdict } from '../../output/verdict.ts';
import { workingDirectory } from '../../working-directory.ts';
import { readReport } from './read-report.ts';

/** `mam report show`: returns the exit status. */
export function show(file: string, options: ReportFlags): number {
  const cwd = workingDirectory();
  const reports = planReports(cwd, options);
  const verdict = readReport(cwd, file);
  showVerdict(process.stdout, verdict, [], { plan: null, strict: options.strict ?? false });
  return reports.write(verdict) ? EXIT.ok : EXIT.incomplete;
}
