import type { Command } from 'commander';

/** Where reports go, as parsed. */
export interface ReportFlags {
  json?: string;
  junit?: string;
  html?: string;
  /** GitHub workflow commands, to stderr. */
  github?: boolean;
  print0?: string;
  strict?: boolean;
}

/** Declares the options that say where reports go, and what counts as a failure. */
export function declareReport(command: Command): Command {
  return command
    .option('--json <file>', 'write the report as JSON (schema mam-guard/1)')
    .option('--junit <file>', 'write the report as JUnit XML')
    .option('--html <file>', 'write the report as one HTML file')
    .option('--github', 'write GitHub workflow commands to stderr')
    .option('--print0 <file>', 'write the leaked paths, NUL between them')
    .option('--strict', 'suspects fail too');
}
