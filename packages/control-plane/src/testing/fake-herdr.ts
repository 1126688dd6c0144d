import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addProgram, type Workspace } from './workspace.ts';

/** How the fake answers: `ok`, or one way to fail. */
export type FakeMode =
  | 'ok'
  | 'not running'
  | 'another protocol'
  | 'hangs'
  | 'hangs in create'
  | 'hangs in run'
  | 'answers garbage'
  | 'prints without end'
  | 'fails in run'
  | 'fails in run and close'
  | 'shell never ready'
  | 'shell ready late'
  | 'knows no process-info'
  | 'is killed in run';

export interface FakeHerdr {
  mode(mode: FakeMode): void;
  /** The command lines so far. */
  calls(): string[][];
  /** Ids of the workspaces that are open. */
  workspaces(): string[];
  /** Renames a workspace, and gives its pane another terminal, as a restart of the server does. */
  restart(label?: string): void;
  /** Ends what still runs in its panes. */
  stop(): void;
}

/**
 * Puts a small `herdr` on the PATH, with the envelopes, streams and exit statuses of 0.8.2. It keeps its workspaces, joins
 * the operands of `pane run` and gives them to a real shell with the pane's environment.
 */
export function addFakeHerdr(workspace: Workspace): FakeHerdr {
  const file = (name: string) => join(workspace.dir, `herdr-${name}.json`);
  const read = (name: string, otherwise: unknown) =>
    existsSync(file(name)) ? JSON.parse(readFileSync(file(name), 'utf8')) : otherwise;
  addProgram(workspace, 'herdr', `#!${process.execPath}\nconst dir = ${JSON.stringify(workspace.dir)};\n${PROGRAM}`);
  const state = (): { open: { id: string; label: string; terminal: string; pids: number[] }[] } =>
    read('state', { open: [] });
  return {
    mode: (mode) => writeFileSync(file('mode'), JSON.stringify(mode)),
    calls: () =>
      existsSync(file('calls'))
        ? readFileSync(file('calls'), 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : [],
    workspaces: () => state().open.map(({ id }) => id),
    restart(label) {
      const now = state();
      for (const open of now.open) Object.assign(open, { terminal: 'term_new', label: label ?? open.label });
      writeFileSync(file('state'), JSON.stringify(now));
    },
    stop() {
      for (const pid of state().open.flatMap(({ pids }) => pids)) endGroup(pid);
    },
  };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

const PROGRAM =
  String.raw`
const fs = require('node:fs');
const { spawn } = require('node:child_process');
const file = (name) => dir + '/herdr-' + name + '.json';
const read = (name, otherwise) => { try { return JSON.parse(fs.readFileSync(file(name), 'utf8')); } catch { return otherwise; } };
const argv = process.argv.slice(2);
fs.appendFileSync(file('calls'), JSON.stringify(argv) + '\n');
const routed = Object.keys(process.env).filter((name) => /^HERDR_(S|CLIENT|ENV|WORK|TAB|PANE)/.test(name));
if (argv[0] !== '--session' || routed.length > 0) { console.error('routed by ' + routed); process.exit(97); }
const session = argv[1];
const [group, verb, ...rest] = argv.slice(2);
const command = group + ' ' + verb;
const mode = read('mode', 'ok');
const state = read('state', { next: 1, open: [] });
// Whole at any time: tests look while this runs.
const save = () => { fs.writeFileSync(file('new-state'), JSON.stringify(state)); fs.renameSync(file('new-state'), file('state')); };
const id = 'cli:' + group + ':' + verb;
const answer = (result) => { process.stdout.write(JSON.stringify({ id, result }) + '\n'); process.exit(0); };
const fail = (code, message) => { process.stderr.write(JSON.stringify({ error: { code, message }, id }) + '\n'); process.exit(1); };
const usage = (text) => { process.stderr.write(text + '\n'); process.exit(2); };
const hang = () => { spawn('sleep', ['600'], { stdio: 'inherit' }); setInterval(() => {}, 1000); };
const pane = (open) => ({ agent_status: 'unknown', focused: false, pane_id: open.id + ':p1', revision: 0, tab_id: open.id + ':t1', terminal_id: open.terminal, workspace_id: open.id });
const info = (open) => ({ active_tab_id: open.id + ':t1', agent_status: 'unknown', focused: false, label: open.label, number: 1, pane_count: 1, tab_count: 1, workspace_id: open.id });
const byPane = (paneId) => state.open.find((open) => open.id + ':p1' === paneId) ?? fail('pane_not_found', 'pane ' + paneId + ' not found');

if (mode === 'hangs') hang();
else if (mode === 'not running') fail('server_not_running', 'no herdr server is running at /x/herdr.sock; run ` +
  '`herdr`' +
  String.raw` to start or attach it');
else if (mode === 'another protocol') fail('protocol_mismatch', 'server speaks protocol 20, this client 22');
else if (mode === 'answers garbage') { process.stdout.write('welcome to herdr\n'); process.exit(0); }
else if (mode === 'prints without end') { const more = () => process.stdout.write('x'.repeat(1 << 20), more); more(); }
else if (command === 'workspace create') {
  const open = { id: 'w' + state.next++, env: {}, pids: [], terminal: 'term_' + process.pid };
  for (let i = 0; i < rest.length; i++) {
    if (rest[i] === '--cwd') open.cwd = rest[++i];
    else if (rest[i] === '--label') open.label = rest[++i];
    else if (rest[i] === '--env') { const [name, ...value] = rest[++i].split('='); open.env[name] = value.join('='); }
    else if (rest[i] !== '--no-focus') usage('unknown option: ' + rest[i]);
  }
  state.open.push(open);
  save();
  if (mode === 'hangs in create') hang();
  else answer({ root_pane: pane(open), tab: {}, type: 'workspace_created', workspace: info(open) });
} else if (command === 'workspace list') answer({ type: 'workspace_list', workspaces: state.open.map(info) });
else if (command === 'pane list') answer({ type: 'pane_list', panes: state.open.map(pane) });
else if (command === 'workspace close') {
  if (mode === 'fails in run and close') fail('server_unavailable', 'the server is going down');
  if (!state.open.some((open) => open.id === rest[0])) fail('workspace_not_found', 'workspace ' + rest[0] + ' not found');
  for (const pid of state.open.find((open) => open.id === rest[0]).pids) try { process.kill(-pid, 'SIGKILL'); } catch {}
  state.open = state.open.filter((open) => open.id !== rest[0]);
  save();
  answer({ type: 'ok' });
} else if (command === 'pane process-info') {
  if (mode === 'knows no process-info') usage('usage: herdr pane ...');
  if (rest[0] !== '--pane') usage('unknown option: ' + rest[0]);
  const open = byPane(rest[1]);
  open.asked = (open.asked ?? 0) + 1;
  save();
  const ready = mode !== 'shell never ready' && (mode !== 'shell ready late' || open.asked > 3);
  const shell = 4242;
  answer({ process_info: { foreground_process_group_id: ready ? shell : 4343, foreground_processes: [{ name: ready ? 'bash' : 'rc', pid: ready ? shell : 4343 }], pane_id: rest[1], shell_pid: shell, tty: '/dev/pts/1' }, type: 'pane_process_info' });
} else if (command === 'pane run') {
  if (mode === 'hangs in run') hang();
  else {
    const open = byPane(rest[0]);
    if (mode.startsWith('fails in run')) fail('pane_send_failed', 'pane went away');
    if (mode === 'is killed in run') process.kill(process.pid, 'SIGTERM');
    const shell = spawn('sh', ['-c', rest.slice(1).join(' ')], { cwd: open.cwd, env: { ...process.env, HERDR_ENV: '1', HERDR_PANE_ID: rest[0], ...open.env }, stdio: 'ignore', detached: true });
    open.pids.push(shell.pid);
    save();
    shell.unref();
    process.exit(0);
  }
} else usage('unknown command: ' + command);
`;
