import type { Command } from 'commander';
import type { EventFlags } from './event.ts';
import type { ListFlags } from './list.ts';
import type { ShowFlags } from './show.ts';
import type { SubmitFlags } from './submit.ts';

/** Declares `mam job` and its commands. */
export function declareJob(program: Command): void {
  const job = program
    .command('job')
    .summary('delegate jobs: submit | event | list | show')
    .description('Delegates jobs to agent sessions: a record in the registry first, then an audit log.')
    .addHelpText(
      'after',
      "\nExample:\n  mam job submit --agent claude --agent-session herdr:planner --prompt 'Review the parser'",
    );
  declareSubmit(job);
  declareEvent(job);
  declareList(job);
  declareShow(job);
}

function declareSubmit(job: Command): void {
  withPlaces(job.command('submit'))
    .summary('submit a job: record first, then audit log')
    .description('Submits a job and prints its id. Where it goes is resolved as `mam paths` says, unless a flag does.')
    .option('--prompt <text>', 'what the job is')
    .option('--prompt-file <file>', 'read the prompt from a file, or from stdin with "-"')
    .requiredOption('--agent <name>', 'the kind of agent, as in claude')
    .requiredOption('--agent-session <session>', 'herdr:NAME, tmux:NAME or remote:NAME')
    .option('--require-session', 'refuse an agent session that is not registered, instead of warning')
    .option('--sessions-file <file>', 'where agent sessions are registered')
    .option('--json', 'print the record and its paths as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  mam job submit --agent claude --agent-session herdr:planner --prompt-file task.md',
    )
    .action(async (flags: SubmitFlags) => {
      const { submit } = await import('./submit.ts');
      await submit(flags);
    });
}

function declareEvent(job: Command): void {
  withPlaces(job.command('event'))
    .summary("append an event to a job's audit log")
    .description("Appends one line to the audit log's events.jsonl, whole under any number of writers.")
    .argument('<id>', 'the id of the job')
    .requiredOption('--type <type>', 'what happened, as in completed')
    .option('--data <json>', 'anything more, as JSON')
    .option('--json', 'print the event and its path as JSON')
    .addHelpText(
      'after',
      `\nExample:\n  mam job event 01k9zr4c1v8e5q2m7n3p6t0xyz --type completed --data '{"files":3}'`,
    )
    .action(async (id: string, flags: EventFlags) => {
      const { event } = await import('./event.ts');
      await event(id, flags);
    });
}

function declareList(job: Command): void {
  withPlaces(job.command('list'))
    .summary('list the jobs of the registry, the oldest first')
    .description(
      'Lists the jobs of the registry, the oldest first. A record that cannot be understood is listed with why.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  WORKSPACE_ROOT=/srv/agents mam job list')
    .action(async (flags: ListFlags) => {
      const { list } = await import('./list.ts');
      await list(flags);
    });
}

function declareShow(job: Command): void {
  withPlaces(job.command('show'))
    .summary('show a job with its audit log')
    .description('Shows a job with its whole prompt and its events.')
    .argument('<id>', 'the id of the job')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  mam job show 01k9zr4c1v8e5q2m7n3p6t0xyz --json')
    .action(async (id: string, flags: ShowFlags) => {
      const { show } = await import('./show.ts');
      await show(id, flags);
    });
}

function withPlaces(command: Command): Command {
  return command
    .option('--registry-dir <dir>', 'the registry of records')
    .option('--logs-dir <dir>', 'the audit log (default with --registry-dir: delegate_job_logs beside it)');
}
