import { added, type FieldCase, modified, removed } from '../field-case.ts';

/** Ways to change the live agent home, of which some leave the usual traces out. */
export const KINDS_OF_CHANGE: readonly FieldCase[] = [
  {
    id: 'A-rename',
    fault: 'an atomic save renames a file of the same size and time over the real one',
    watch: ['$AGENT'],
    run: `
      cd "$AGENT/profiles/main"; echo 'model: from-a--test' > .config.new
      touch -r config.yaml .config.new; mv .config.new config.yaml`,
    expect: {
      leaks: [modified('file', '$AGENT/profiles/main/config.yaml', { reason: 'content' })],
      quiet: [{ path: '$AGENT/profiles/main/.config.new' }],
    },
  },
  {
    id: 'A-link',
    fault: 'a set-up swaps a live file for a link into its sandbox',
    watch: ['$AGENT'],
    run: `ln -sf "$SANDBOX/first.yaml" "$AGENT/sessions/first.yaml"`,
    expect: {
      leaks: [
        modified('symlink', '$AGENT/sessions/first.yaml', {
          reason: 'type changed from file to symlink',
          detail: { type: { before: 'file', after: 'symlink' } },
        }),
      ],
    },
  },
  {
    id: 'A-mode',
    fault: 'a test opens the file of secrets to everyone',
    watch: ['$AGENT'],
    run: `chmod 644 "$AGENT/.env"`,
    expect: {
      leaks: [modified('file', '$AGENT/.env', { reason: 'mode (0600 to 0644)', detail: { differs: ['mode'] } })],
    },
  },
  {
    id: 'A-deep',
    fault: 'a new file lies under eight new directories',
    watch: ['$AGENT'],
    run: `mkdir -p "$AGENT/state/1/2/3/4/5/6/7/8"; echo x > "$AGENT/state/1/2/3/4/5/6/7/8/x"`,
    expect: {
      leaks: [
        added('directory', '$AGENT/state/1'),
        added('directory', '$AGENT/state/1/2/3/4'),
        added('file', '$AGENT/state/1/2/3/4/5/6/7/8/x'),
      ],
    },
  },
  {
    id: 'A-names',
    fault: 'names that no terminal shows: a line feed, and bytes that are not UTF-8',
    needs: ['linux'],
    watch: ['$AGENT'],
    run: `: > "$AGENT/jobs/two
lines"; : > "$AGENT/jobs/"$'caf\\xe9'`,
    expect: {
      leaks: [added('file', '$AGENT/jobs/two\\nlines'), added('file', '$AGENT/jobs/caf\\xe9')],
    },
  },
  {
    id: 'A-append',
    fault: 'a line is appended and not ended',
    watch: ['$AGENT'],
    run: `printf '{"event":"half' >> "$AGENT/logs/audit.jsonl"`,
    expect: {
      leaks: [
        modified('file', '$AGENT/logs/audit.jsonl', {
          reason: '1 line appended',
          detail: { appendedLines: 1, appendedBytes: 14 },
        }),
      ],
    },
  },
  {
    id: 'A-empty',
    fault: 'the live log is truncated in place',
    watch: ['$AGENT'],
    run: `: > "$AGENT/logs/audit.jsonl"`,
    expect: {
      leaks: [modified('file', '$AGENT/logs/audit.jsonl', { detail: { size: { before: 18, after: 0 } } })],
    },
  },
  {
    id: 'A-rotate',
    fault: 'a test rotates the live log',
    watch: ['$AGENT'],
    run: `cd "$AGENT/logs"; mv audit.jsonl audit.jsonl.1; echo '{"event":"new"}' > audit.jsonl`,
    expect: {
      leaks: [
        added('file', '$AGENT/logs/audit.jsonl.1'),
        modified('file', '$AGENT/logs/audit.jsonl', { reason: 'content' }),
      ],
    },
  },
  {
    id: 'A-swap',
    fault: 'a directory of profiles is put aside, and another one put in its place',
    watch: ['$AGENT'],
    run: `
      cd "$AGENT"; mv profiles profiles.bak; mkdir -p profiles/main; echo 'model: from-a-test' > profiles/main/config.yaml`,
    expect: {
      leaks: [
        added('directory', '$AGENT/profiles.bak'),
        added('file', '$AGENT/profiles.bak/main/config.yaml'),
        modified('file', '$AGENT/profiles/main/config.yaml', { reason: 'content' }),
      ],
    },
  },
  {
    id: 'A-hard-link',
    fault: 'a fixture copies by a hard link and writes to its copy: contained, no link leads out',
    watch: ['$AGENT'],
    run: `
      ln "$AGENT/.env" "$T/tmp/env" 2> "$T/ln-said" || cp "$AGENT/.env" "$T/tmp/env"
      echo KEY=test > "$T/tmp/env"`,
    expect: {
      observe: { leaks: [modified('file', '$AGENT/.env', { reason: 'content' })] },
      contain: { leaks: [] },
    },
  },
  {
    id: 'A-move',
    fault: 'a live record is moved out of the home, over an edge that a contained run cannot rename across',
    watch: ['$AGENT'],
    run: `mv "$AGENT/jobs/one.json" "$T/tmp/"; cat "$T/tmp/one.json"`,
    expect: {
      leaks: [removed('file', '$AGENT/jobs/one.json', { reason: 'file removed' })],
      output: '{"id":"one","state":"finished"}',
    },
  },
  {
    id: 'A-transient',
    fault: 'a record comes and goes within the run, and a file is written and put back: nothing of it is left',
    watch: ['$AGENT'],
    run: `
      echo '{}' > "$AGENT/jobs/brief.json"; rm "$AGENT/jobs/brief.json"
      mkdir "$AGENT/brief"; touch "$AGENT/brief/x"; rm -r "$AGENT/brief"`,
    expect: { leaks: [] },
  },
  {
    id: 'A-socket',
    fault: 'a server of a test leaves its socket and a pipe in the live home',
    watch: ['$AGENT'],
    run: `
      mkfifo "$AGENT/state/pipe"
      "$NODE" -e 'const s = require("net").createServer().listen(process.env.AGENT + "/state/server.sock", () => process.exit())'`,
    expect: {
      leaks: [
        added('other', '$AGENT/state/pipe', { reason: 'new special file' }),
        added('socket', '$AGENT/state/server.sock', { reason: 'new socket' }),
      ],
    },
  },
  {
    id: 'A-file-watch',
    fault: 'one watched file is overwritten, and what lies beside it is nobody’s business',
    watch: ['$AGENT/.env'],
    run: `echo KEY=test > "$AGENT/.env"; echo x > "$AGENT/state/x"`,
    expect: { leaks: [modified('file', '$AGENT/.env', { reason: 'content' })], quiet: [{ path: '$AGENT/state/**' }] },
  },
  {
    id: 'A-dotfile',
    fault: 'a live configuration is a link into a repository of dotfiles, and an atomic save replaces the link',
    watch: ['$HOME/.config/tool.yaml'],
    alsoLive: ['$HOME/.config', '$T/dotfiles'],
    before: `
      mkdir "$T/dotfiles" "$HOME/.config"; echo 'model: the-real-one' > "$T/dotfiles/tool.yaml"
      ln -s "$T/dotfiles/tool.yaml" "$HOME/.config/tool.yaml"`,
    run: `cd "$HOME/.config"; echo 'model: from-a-test' > .new; mv .new tool.yaml`,
    expect: {
      leaks: [modified('file', '$HOME/.config/tool.yaml', { reason: 'type changed from symlink to file' })],
    },
  },
  {
    id: 'B-link',
    fault: 'the live home is named by a link, and a clean-up takes the link for the sandbox’s',
    watch: ['$HOME/agent'],
    before: `ln -s .agent "$HOME/agent"`,
    run: `rm "$HOME/agent"`,
    expect: { leaks: [removed('symlink', '$HOME/agent', { by: 'unknown' })] },
  },
  {
    id: 'B-clean',
    fault: 'a clean-up by age empties the live registry and leaves its directory',
    watch: ['$AGENT'],
    run: `find "$AGENT/jobs" -name '*.json' -exec rm {} +; rmdir "$AGENT/state"`,
    expect: {
      leaks: [removed('file', '$AGENT/jobs/one.json'), removed('directory', '$AGENT/state')],
      quiet: [{ path: '$AGENT/jobs' }],
    },
  },
  {
    id: 'B-git-clean',
    fault: 'a test cleans its checkout, and the control plane in it goes too',
    needs: ['git'],
    watch: ['$T/checkout/.mam'],
    before: `
      rmdir "$T/checkout/.git"; git init -q "$T/checkout"
      mkdir -p "$T/checkout/.mam/jobs"; echo '{"agent_session":"herdr:planner"}' > "$T/checkout/.mam/jobs/real.json"
      printf 'herdr_sessions:\\n- name: planner\\n' > "$T/checkout/.mam/agent-sessions.yaml"`,
    run: `git -C "$T/checkout" clean -qfdx 2> "$T/git-said" || true`,
    expect: {
      observe: {
        leaks: [removed('directory', '$T/checkout/.mam')],
        suspects: [
          removed('agent-session', '$T/checkout/.mam/agent-sessions.yaml#planner'),
          removed('record', '$T/checkout/.mam/jobs/real.json'),
        ],
      },
      contain: {
        leaks: [
          removed('directory', '$T/checkout/.mam', { detail: { emptied: true } }),
          removed('record', '$T/checkout/.mam/jobs/real.json'),
          removed('agent-session', '$T/checkout/.mam/agent-sessions.yaml#planner'),
        ],
      },
    },
  },
];
