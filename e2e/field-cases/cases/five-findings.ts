import { added, type FieldCase, modified } from '../field-case.ts';
import { LEAVE_DAEMON } from '../meeting.ts';

/** One suite that leaves something of every kind. Its expectation is in the order of the routes. */
export const FIVE_FINDINGS: FieldCase = {
  id: 'five findings',
  fault: 'one suite leaves a tmux session, a daemon, a crontab line, an audit line and an overwritten configuration',
  needs: ['linux', 'tmux'],
  watch: ['$AGENT', '$HOME/.config/tool'],
  flags: [
    ...['--watch-tmux', '$T/live.sock', '--watch-processes', '--settle', '100'],
    ...['--watch-command', 'crontab=crontab -l'],
  ],
  before: `
    tmux -f /dev/null -S "$T/live.sock" new-session -d -s work 'sleep 60'
    export TMUX="$T/live.sock,1,0"
    mkdir "$T/bin"; export PATH="$T/bin:$PATH" SPOOL="$T/spool"
    printf '#!/bin/sh\\n[ "$1" = -l ] && exec cat "$SPOOL"\\nexec cat > "$SPOOL"\\n' > "$T/bin/crontab"
    chmod +x "$T/bin/crontab"; echo '@daily backup' | crontab -
    export AG_HOME="$AGENT" XDG_CONFIG_HOME="$HOME/.config"
    mkdir -p "$XDG_CONFIG_HOME/tool"; echo 'model: the-real-one' > "$XDG_CONFIG_HOME/tool/config.yaml"`,
  run: `
    tmux -S "$T/live.sock" new-session -d -s fixture 'sleep 60'
    ${LEAVE_DAEMON}
    ( crontab -l; echo '@hourly test-service' ) > "$T/lines"; crontab - < "$T/lines"
    echo '{"event":"blocked"}' >> "$AG_HOME/logs/audit.jsonl"
    echo 'model: from-a-test' > "$XDG_CONFIG_HOME/tool/config.yaml"`,
  expect: {
    leaks: [
      added('tmux-session', 'tmux:fixture', { reason: 'new tmux session' }),
      added('process', 'process:sleep', { reason: 'new process' }),
      added('line', 'command:crontab#@hourly test-service', { reason: 'new line' }),
      modified('file', '$AGENT/logs/audit.jsonl', { reason: '1 line appended', detail: { appendedLines: 1 } }),
      modified('file', '$HOME/.config/tool/config.yaml', { reason: 'changed: content, size' }),
    ],
  },
};
