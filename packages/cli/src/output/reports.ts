import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { sameFile } from '@mam/registry-paths';
import { formatGithub, formatHtml, formatJson, formatJunit, formatPrint0 } from '@mam/report';
import type { Verdict } from '@mam/state-guard';
import { CliError } from '../cli-error.ts';
import type { ReportFlags } from '../options/report.ts';
import { checkWritable, writeReport } from './report-file.ts';
import { say } from './say.ts';

export interface Reports {
  /** Writes them all; what could not be written is said. Whether all were. */
  write(verdict: Verdict): boolean;
}

const FORMATS = { json: formatJson, junit: formatJunit, html: formatHtml, print0: formatPrint0 } as const;
type FileFormat = keyof typeof FORMATS;

/** Checks before the run that every report can be written. @throws CliError (2) naming the first that cannot. */
export function planReports(cwd: string, options: ReportFlags): Reports {
  const files = (Object.keys(FORMATS) as FileFormat[]).flatMap((format) => {
    const path = options[format];
    return path === undefined ? [] : [{ format, path: resolve(cwd, path) }];
  });
  for (const [index, { format, path }] of files.entries()) {
    checkWritable(`--${format}`, path);
    const same = files.slice(0, index).find((other) => sameFile(other.path, path));
    if (same && !isDevice(path)) {
      throw new CliError(
        `--${same.format} and --${format} name the same file ${JSON.stringify(path)}; give each its own.`,
      );
    }
  }
  return {
    write(verdict) {
      if (options.github) process.stderr.write(formatGithub(verdict));
      return files.map(({ format, path }) => tryWrite(path, FORMATS[format](verdict))).every(Boolean);
    },
  };
}

function isDevice(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && !stat.isFile();
}

function tryWrite(path: string, content: string | Uint8Array): boolean {
  try {
    writeReport(path, content);
    return true;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    say(error.message);
    return false;
  }
}
