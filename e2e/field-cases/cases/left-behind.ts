import { added, type FieldCase } from '../field-case.ts';
import { LEAVE_DAEMON } from '../meeting.ts';

/** What tests leave running or lying about. */
export const LEFT_BEHIND: readonly FieldCase[] = [
  {
    id: 'D1',
    fault: 'tests open terminal sessions on the live server, and records of them stay with it',
    needs: ['tmux'],
    watch: ['$AGENT'],
    flags: ['--watch-tmux', '$T/live.sock'],
    before: `tmux -f /dev/null -S "$T/live.sock" new-session -d -s work 'sleep 60'`,
    run: `
      tree=$(mktemp -d "$T/tmp/tree.XXXX"); tmux -S "$T/live.sock" new-session -d -s fixture-repo -c "$tree" 'sleep 60'
      echo "{\\"tree\\":\\"$tree\\"}" > "$AGENT/sessions/fixture-repo.json"; rm -r "$tree"`,
    expect: {
      leaks: [
        added('file', '$AGENT/sessions/fixture-repo.json'),
        added('tmux-session', 'tmux:fixture-repo', { reason: 'new tmux session' }),
      ],
      quiet: [{ path: 'tmux:work' }],
    },
  },
  {
    id: 'D3',
    fault: 'a detached daemon outlives the run, and the home that could have named it is gone',
    needs: ['linux'],
    watch: ['$AGENT'],
    flags: ['--watch-processes', '--settle', '100'],
    run: `${LEAVE_DAEMON}
      rm -rf "$SANDBOX"`,
    expect: { leaks: [added('process', 'process:sleep', { reason: 'new process' })] },
  },
  {
    id: 'D4',
    fault: 'directories of tests pile up in the temp directory',
    watch: ['$T/tmp'],
    before: `export TMPDIR="$T/tmp"`,
    run: `for what in config cli git; do touch "$(mktemp -d "$TMPDIR/test-$what-XXXXXX")/file"; done`,
    expect: {
      leaks: ['config', 'cli', 'git'].flatMap((what) => [
        added('directory', `$T/tmp/test-${what}-*`),
        added('file', `$T/tmp/test-${what}-*/file`),
      ]),
    },
  },
];
