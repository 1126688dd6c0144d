import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CreateFlags } from './create.ts';
import type { ListFlags } from './list.ts';
import type { RemoveFlags } from './remove.ts';

/** Declares `mam session` and its commands. */
export function declareSession(program: Command): void {
  const session = program
    .command('session')
    .summary('agent sessions, in herdr or tmux: create | list | remove')
    .description('Makes, lists and removes agent sessions: an entry in the sessions file, and a pane in herdr or tmux.')
    .addHelpText(
      'after',
      '\nExample:\n  mam session create --workspace . --agent claude --role Creator --session parser-creator',
    );
  declareCreate(session);
  declareList(session);
  declareRemove(session);
}

function declareCreate(session: Command): void {
  session
    .command('create')
    .summary('register a session, open its pane, start the agent, submit its onboarding job')
    .description(
      'Registers an agent session, opens its pane with the whole binding of the workspace, starts the agent in it and\n' +
        'submits its onboarding job; or undoes all of it. The workspace alone decides where state goes.',
    )
    .requiredOption('--workspace <dir>', 'the directory whose .mam the session belongs to')
    .requiredOption('--agent <name>', 'the program to start, as in claude')
    .requiredOption('--role <role>', 'the role of the agent, as in Creator')
    .requiredOption('--session <name>', 'the name of the session, without a prefix')
    .addOption(new Option('--mux <mux>', 'where the pane opens').choices(['herdr', 'tmux']).default('herdr'))
    .option('--herdr-session <name>', 'the herdr server (default: HERDR_SESSION, else "default")')
    .option('-S, --tmux-socket <path>', 'the tmux server, by the path of its socket')
    .option('-L, --tmux-socket-name <name>', 'the tmux server, by the name of its socket (default: as tmux chooses)')
    .option('--timeout <ms>', 'how long each call to herdr or tmux may take', milliseconds, 10_000)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  mam session create --workspace . --agent claude --role Creator --session parser --mux tmux -L agents',
    )
    .action(async (flags: CreateFlags) => {
      const { create } = await import('./create.ts');
      await create(flags);
    });
}

function declareList(session: Command): void {
  withPlace(session.command('list'))
    .summary('list the agent sessions, with whether their panes live')
    .description(
      'Lists the agent sessions of a sessions file, with whether their panes live. Remote ones are not asked.',
    )
    .addHelpText('after', '\nExample:\n  mam session list --workspace /srv/agents --json')
    .action(async (flags: ListFlags) => {
      const { list } = await import('./list.ts');
      await list(flags);
    });
}

function declareRemove(session: Command): void {
  withPlace(session.command('remove'))
    .summary('close the pane of a session and take it out of the sessions file')
    .description('Closes the pane of an agent session, then takes its entry out of the sessions file. Its jobs stay.')
    .argument('<name>', 'the whole name, as `mam session list` prints it')
    .addHelpText('after', '\nExample:\n  mam session remove parser-creator --workspace /srv/agents')
    .action(async (name: string, flags: RemoveFlags) => {
      const { remove } = await import('./remove.ts');
      await remove(name, flags);
    });
}

function withPlace(command: Command): Command {
  return command
    .option('--workspace <dir>', 'the directory whose .mam to look in')
    .option('--sessions-file <file>', 'the sessions file (default: as `mam paths` says)')
    .option('--timeout <ms>', 'how long each call to herdr or tmux may take', milliseconds, 10_000)
    .option('--json', 'print JSON');
}

function milliseconds(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number of milliseconds, as in 10000.');
}
