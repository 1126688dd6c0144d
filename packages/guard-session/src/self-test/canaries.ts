import type { ChangeKind, EntryKind, Finding, ProbeName } from '@mam/state-guard';

/** One change planted in a throwaway plane, and how it must be reported. */
export interface Canary {
  probe: ProbeName;
  /** What it is, for people. */
  title: string;
  /** A line of POSIX shell that plants it; `$LIVE` is the throwaway machine. */
  plant: string;
  /** Where it must stand: among the leaks, or among the suspects. */
  as: 'leaks' | 'suspects';
  change: ChangeKind;
  entry: EntryKind;
  /** The finding's path, below the throwaway machine or as it stands. */
  path: string;
  /** What else must be true of it. */
  holds?: (finding: Finding) => boolean;
}

const PLANE = 'workspace/.mam';
const differs = (aspect: string) => (finding: Finding) => finding.detail.differs?.includes(aspect) ?? false;

/** What the throwaway machine holds before the canaries come: a line of shell each. */
export const BEFORE: readonly string[] = [
  'mkdir -p "$LIVE/workspace/.mam/jobs" "$LIVE/workspace/.mam/delegate_job_logs" "$LIVE/tree/gone/deep" "$LIVE/root"',
  `printf 'herdr_sessions:\\n- name: planner\\n' > "$LIVE/${PLANE}/agent-sessions.yaml"`,
  `printf '{"agent_session":"herdr:planner"}' > "$LIVE/${PLANE}/jobs/old.json"`,
  'cd "$LIVE/tree" && for f in content lines same mode removed gone/deep/file; do echo before > "$f"; done',
  'ln -s content "$LIVE/tree/link" && ln -s content "$LIVE/tree/becomes-file"',
  'echo before > "$LIVE/root/file"',
  `printf 'keep\\ngoes\\n' > "$LIVE/store"`,
];

/** The canaries of the registry, of trees and of commands. */
export const CANARIES: readonly Canary[] = [
  registry(
    'a record without an agent session',
    `printf '{}' > "$LIVE/${PLANE}/jobs/none.json"`,
    'record',
    'jobs/none.json',
  ),
  registry(
    'a record that names no registered agent session',
    `printf '{"agent_session":"herdr:ghost"}' > "$LIVE/${PLANE}/jobs/ghost.json"`,
    'record',
    'jobs/ghost.json',
  ),
  registry(
    'an audit log without a record',
    `mkdir "$LIVE/${PLANE}/delegate_job_logs/orphan"`,
    'audit-log',
    'delegate_job_logs/orphan',
  ),
  {
    ...registry('a removed record', `rm "$LIVE/${PLANE}/jobs/old.json"`, 'record', 'jobs/old.json'),
    as: 'suspects',
    change: 'removed',
  },
  {
    ...registry(
      'an agent session that appeared',
      `printf -- '- name: appeared\\n' >> "$LIVE/${PLANE}/agent-sessions.yaml"`,
      'agent-session',
      'agent-sessions.yaml#appeared',
    ),
    as: 'suspects',
  },
  tree('a new file', 'echo x > new-file', 'added', 'file', 'new-file'),
  tree('a new empty directory', 'mkdir new-directory', 'added', 'directory', 'new-directory'),
  tree('a new link', 'ln -s content new-link', 'added', 'symlink', 'new-link'),
  tree('changed content', 'echo other > content', 'modified', 'file', 'content', differs('content')),
  tree(
    'an appended line',
    'echo more >> lines',
    'modified',
    'file',
    'lines',
    ({ detail }) => detail.appendedLines === 1,
  ),
  tree(
    'the same bytes written again',
    'echo before > same',
    'modified',
    'file',
    'same',
    ({ detail }) => detail.sameBytes === true,
  ),
  tree('a changed mode', 'chmod 751 mode', 'modified', 'file', 'mode', differs('mode')),
  tree('a link that leads elsewhere', 'ln -sfn lines link', 'modified', 'symlink', 'link', differs('target')),
  tree(
    'a link that became a file',
    'rm becomes-file && echo x > becomes-file',
    'modified',
    'file',
    'becomes-file',
    ({ detail }) => detail.type?.before === 'symlink' && detail.type.after === 'file',
  ),
  tree('a removed file', 'rm removed', 'removed', 'file', 'removed'),
  tree('a removed directory', 'rm -r gone', 'removed', 'directory', 'gone'),
  {
    probe: 'tree',
    title: 'a removed root, with the count of what went',
    // In `contain` the root itself is a mount point and stays; what is in it goes.
    plant: 'rm -r "$LIVE/root" 2> /dev/null',
    as: 'leaks',
    change: 'removed',
    entry: 'directory',
    path: 'root',
    holds: ({ detail }) => (detail.entries ?? 0) > 0,
  },
  command('a line that came', `printf 'keep\\ncomes\\n' > "$LIVE/store"`, 'added', 'comes'),
  command('a line that went', 'true', 'removed', 'goes'),
];

/** The canary of tmux; its server runs on a socket in the throwaway machine. */
export const TMUX_CANARY: Canary = {
  probe: 'tmux',
  title: 'a tmux session',
  // tmux runs the command with the user's shell, which may be one that refuses.
  plant: 'SHELL=/bin/sh tmux -S "$LIVE/s" -f /dev/null new-session -d -s canary "sleep 60"',
  as: 'leaks',
  change: 'added',
  entry: 'tmux-session',
  path: 'tmux:canary',
};

/** Whether the process that was just started runs its own program by now; before, it bears the name of the shell. */
const IS_SLEEP = '[ "$(cat /proc/$!/comm 2> /dev/null || ps -o ucomm= -p $!)" = sleep ]';

/** The canary of the processes. */
export const PROCESS_CANARY: Canary = {
  probe: 'processes',
  title: 'a process that outlives the run',
  plant: `sleep 60 > /dev/null 2>&1 & echo $! > "$LIVE/pid"; n=0; until ${IS_SLEEP} || [ $n = 500 ]; do n=$((n + 1)); done`,
  as: 'leaks',
  change: 'added',
  entry: 'process',
  path: 'process:sleep',
};

function registry(title: string, plant: string, entry: EntryKind, below: string): Canary {
  return { probe: 'registry', title, plant, as: 'leaks', change: 'added', entry, path: `${PLANE}/${below}` };
}

function tree(
  title: string,
  plant: string,
  change: ChangeKind,
  entry: EntryKind,
  name: string,
  holds: Canary['holds'] = () => true,
): Canary {
  return {
    probe: 'tree',
    title,
    plant: `cd "$LIVE/tree" && ${plant}`,
    as: 'leaks',
    change,
    entry,
    path: `tree/${name}`,
    holds,
  };
}

function command(title: string, plant: string, change: ChangeKind, line: string): Canary {
  return { probe: 'command', title, plant, as: 'leaks', change, entry: 'line', path: `command:store#${line}` };
}
