import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { declareCheck } from './commands/check/declare.ts';
import { declareConfigCommands } from './commands/config/declare.ts';
import { declareDoctor } from './commands/doctor/declare.ts';
import { declareEnv } from './commands/env/declare.ts';
import { declareJob } from './commands/job/declare.ts';
import { declarePaths } from './commands/paths/declare.ts';
import { declareReportCommands } from './commands/report/declare.ts';
import { declareRun } from './commands/run/declare.ts';
import { declareSession } from './commands/session/declare.ts';
import { declareSnapshot } from './commands/snapshot/declare.ts';

/** What a command of the program needs of the program. */
export interface ProgramContext {
  /** The words after `--`; null when there was none. */
  command: readonly string[] | null;
  /** Sets the exit status. */
  exit: (status: number) => void;
}

/** Declares the program. Declarations are cheap; what a command does is loaded when it is used. */
export function createProgram(context: ProgramContext): Command {
  const program = new Command('mam')
    .description('Keeps test suites away from live agent state.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .showSuggestionAfterError(true)
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'mam: ')) })
    .exitOverride();
  declareRun(program, context);
  declareSnapshot(program);
  declareCheck(program, context);
  declareEnv(program);
  declarePaths(program);
  declareConfigCommands(program, context);
  declareDoctor(program, context);
  declareReportCommands(program, context);
  declareJob(program);
  declareSession(program);
  program.addHelpText('after', '\nExample:\n  mam run -- pytest');
  return program;
}

function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
