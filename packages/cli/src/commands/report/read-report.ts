import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseReport, ReportError } from '@mam/report';
import type { Verdict } from '@mam/state-guard';
import { CliError } from '../../cli-error.ts';

/** Reads a report that mam wrote with --json. @throws CliError (2) in one sentence */
export function readReport(cwd: string, file: string): Verdict {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code;
    throw new CliError(
      `The report ${JSON.stringify(file)} cannot be read (${why}); give a file that mam wrote with --json.`,
    );
  }
  try {
    return parseReport(text, file);
  } catch (error) {
    if (error instanceof ReportError) throw new CliError(error.message);
    throw error;
  }
}
