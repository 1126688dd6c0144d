/** A shell script that tells all that a command gets from the one who starts it. */
export const TELL_ALL = `
tr '\\0' '\\n' < /proc/$$/environ | grep -v '^MAM_TEST_' | sort
id -u; id -g; /bin/pwd; umask
tr '\\0' '|' < /proc/$$/cmdline
ls /proc/$$/fd
grep -E '^(SigBlk|SigIgn|NoNewPrivs)' /proc/self/status
ulimit -n
`;

/** Fields of `/proc/<pid>/stat` that place a process: parent, process group, session, terminal, foreground group. */
export interface Placement {
  parent: number;
  group: number;
  session: number;
  terminal: number;
  foreground: number;
}

export function placement(stat: string): Placement {
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = -1, group = -1, session = -1, terminal = -1, foreground = -1] = fields;
  return { parent, group, session, terminal, foreground };
}
